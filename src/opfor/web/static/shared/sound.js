// A few short sounds, made by the page itself; silent where they are turned off.

import { kept } from "./dom.js";

const LOUD = 0.12;
const LINES = [ // what a line of the story sounds like: the first that fits
  [/^the game is over/, "end"],
  [/: (broken|eliminated|shot|Disrupted)|is eliminated|breaks/, "loss"],
  [/fire (from|at) |fires at|To Hit/i, "shot"],
];

let audio = null;

/** Whether sounds are on; they are unless they were turned off. */
export function sounding() {
  return kept.get("sound", "on") === "on";
}

/** Turn them off, or on again; says which. */
export function turnSound() {
  kept.set("sound", sounding() ? "off" : "on");
  return sounding();
}

/** The sound of a line of the story. */
export function soundOf({ text = "", style = "", dice = [] }) {
  const found = LINES.find(([fits]) => fits.test(text));
  if (found) return found[1];
  if (dice.length) return "dice";
  return style === "alarm" ? "alarm" : style === "phase" ? "phase" : "";
}

/** Play one of them. A browser lets none out before the first click or key. */
export function play(name) {
  if (!name || !sounding() || !navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  MADE[name](audio.currentTime + 0.01);
}

const MADE = {
  dice: (at) => [0, 0.05, 0.09].forEach((late, n) => noise(at + late, 0.03, 2600 - 500 * n, 0.5)),
  shot: (at) => [0, 0.09, 0.18].forEach((late) => noise(at + late, 0.07, 900, 1)),
  loss: (at) => tone(at, 190, 90, 0.28),
  alarm: (at) => [0, 0.12].forEach((late) => tone(at + late, 620, 620, 0.08)),
  phase: (at) => tone(at, 440, 440, 0.07, 0.4),
  end: (at) => [392, 494, 587].forEach((pitch, n) => tone(at + 0.16 * n, pitch, pitch, 0.3)),
};

/** A tone that glides from one pitch to another. */
function tone(at, from, to, long, loud = 1) {
  const source = audio.createOscillator();
  source.type = "triangle";
  source.frequency.setValueAtTime(from, at);
  source.frequency.linearRampToValueAtTime(to, at + long);
  fade(source, at, long, loud);
}

/** A short crack: noise around a pitch. */
function noise(at, long, pitch, loud) {
  const frames = Math.ceil(audio.sampleRate * long);
  const buffer = audio.createBuffer(1, frames, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let n = 0; n < frames; n += 1) data[n] = Math.random() * 2 - 1;
  const source = audio.createBufferSource();
  source.buffer = buffer;
  const band = audio.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = pitch;
  source.connect(band);
  fade(source, at, long, loud, band);
}

function fade(source, at, long, loud, last = source) {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(LOUD * loud, at);
  gain.gain.exponentialRampToValueAtTime(0.0005, at + long);
  last.connect(gain).connect(audio.destination);
  source.start(at);
  source.stop(at + long);
}
