// Light sounds for dice, a full clock and somebody who goes down, once the GM has switched them on. The browser makes them from
// a few numbers; where it lets no page sound before somebody has touched it, the TV says so once.
(() => {
  const tv = document.querySelector("main.tv"), LONG_ENOUGH = 20000;
  const LOUD = 0.12; // of 1
  const waits = tv?.querySelector("[data-sound-waits]"); // none in a preview
  if (!waits || !window.AudioContext) return;
  let context = null, said = false;

  const isOn = () => Boolean(document.querySelector("#layout[data-sound]"));

  // A tone from one pitch to another, which fades; times in seconds from now.
  function tone(type, from, to, begins, lasts, loud = LOUD) {
    const now = context.currentTime + begins, source = context.createOscillator();
    source.type = type;
    source.frequency.setValueAtTime(from, now);
    source.frequency.exponentialRampToValueAtTime(to, now + lasts);
    play(source, now, lasts, loud);
  }

  // A die that hits the table: a few milliseconds of noise, duller by chance.
  function knock(begins, loud) {
    const now = context.currentTime + begins, lasts = 0.04, source = context.createBufferSource();
    const noise = context.createBuffer(1, context.sampleRate * lasts, context.sampleRate), data = noise.getChannelData(0);
    for (let place = 0; place < data.length; place += 1) data[place] = 2 * Math.random() - 1;
    source.buffer = noise;
    const wood = context.createBiquadFilter();
    wood.type = "bandpass";
    wood.frequency.value = 1400 + 1200 * Math.random();
    source.connect(wood);
    play(source, now, lasts, loud, wood);
  }

  function play(source, now, lasts, loud, last = source) {
    const gain = context.createGain();
    gain.gain.setValueAtTime(loud, now);
    gain.gain.exponentialRampToValueAtTime(0.001, now + lasts);
    last.connect(gain).connect(context.destination);
    source.start(now);
    source.stop(now + lasts);
  }

  const SOUNDS = {
    dice() { for (const [place, begins] of [0, 0.11, 0.19, 0.3, 0.38, 0.5].entries()) knock(begins, 4 * LOUD / (place + 2)); },
    full() { tone("triangle", 523, 523, 0, 0.3); tone("triangle", 784, 784, 0.15, 0.45); },
    down() { tone("sine", 196, 65, 0, 0.6, 1.5 * LOUD); },
  };

  function sound(name) {
    if (isOn() && context?.state === "running" && !document.hidden) SOUNDS[name]();
  }

  async function wake() {
    if (!isOn()) { waits.hidden = true; return; }
    context ??= new AudioContext();
    if (context.state !== "suspended") return;
    if (!said) {
      said = true;
      tv.querySelector("[data-awake]").hidden = true;
      waits.hidden = false;
      setTimeout(() => { waits.hidden = true; }, LONG_ENOUGH);
    }
    await context.resume();
    waits.hidden = true;
  }

  document.addEventListener("dice:fall", () => sound("dice"));
  document.addEventListener("moment:stage", ({ detail }) => {
    const name = { "clock.moved": "full", "condition.gained": "down", "character.died": "down" }[detail.dataset.kind];
    if (name) sound(name);
  });
  for (const touch of ["pointerdown", "keydown"]) document.addEventListener(touch, wake);
  document.addEventListener("htmx:after:settle", ({ target }) => { if (target.id === "layout") wake(); });
  wake();
})();
