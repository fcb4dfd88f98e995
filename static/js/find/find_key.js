// The key by which what is typed finds what stands on the page: as webapp/rules/name_keys.py makes it.
window.findKey = (() => {
  const UNSEEN = /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu, BLANK = /[\u2800\u3164\uFFA0]/g;
  const APOSTROPHES = /[`´ʹʻʼʽˈʾʿꞌ‘’‚‛′‵׳＇]/g, QUOTES = /[“”„‟«»″‶〝〞〟״＂]/g, DASHES = /[\p{Dash_Punctuation}\u2043\u2212]+/gu;
  const ACCENTS = /[\u0300-\u0344\u0346-\u036F\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u1AB0-\u1ABD\u1DC0-\u1DFF\u20D0-\u20DC\u20E1\u20E7\u20E9\u20F0\uFE20-\uFE2F]/g;
  const LETTERS = { ø: "o", ł: "l", đ: "d", ð: "d", ħ: "h", ŧ: "t", ı: "i", æ: "ae", œ: "oe", þ: "th", ß: "ss", ς: "σ", "\u0345": "ι" };
  const LETTER = new RegExp(`[${Object.keys(LETTERS).join("")}]`, "g");
  const plain = (text) => text.replace(BLANK, " ").replace(APOSTROPHES, "'").replace(QUOTES, '"').replace(UNSEEN, "");
  const fold = (text) => plain(plain(text.normalize("NFD")).normalize("NFKD")).replace(ACCENTS, "").toLowerCase().replace(LETTER, (letter) => LETTERS[letter])
    .replace(DASHES, "-").replace(/\s+/g, " ").trim();
  return (text) => fold(text) || text.normalize("NFD").toLowerCase().trim();
})();
