/** Sounds made on the spot: a piece put down, your turn, the bell of the last minute. */

import { settings } from "./settings.js";

/** @type {AudioContext | null} */
let context = null;

/** @returns {AudioContext | null} */
function audio() {
  if (!settings.sound || !("AudioContext" in window)) return null;
  // Browsers let sound begin only after the first touch; until then a context would only complain.
  if (!navigator.userActivation?.hasBeenActive) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

/**
 * A tone that fades away.
 * @param {AudioContext} to
 * @param {number} pitch
 * @param {number} after
 * @param {number} length
 * @param {number} loudness
 * @param {OscillatorType} [kind]
 */
function tone(to, pitch, after, length, loudness, kind = "sine") {
  const start = to.currentTime + after;
  const source = to.createOscillator();
  const gain = to.createGain();
  source.type = kind;
  source.frequency.setValueAtTime(pitch, start);
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(loudness, start + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  source.connect(gain).connect(to.destination);
  source.start(start);
  source.stop(start + length);
}

/** A small knock of wood. */
export function placed() {
  const to = audio();
  if (!to) return;
  tone(to, 190, 0, 0.09, 0.22, "triangle");
  tone(to, 420, 0, 0.04, 0.08, "square");
}

/** Two soft notes upwards. */
export function yourTurn() {
  const to = audio();
  if (!to) return;
  tone(to, 523, 0.05, 0.22, 0.07);
  tone(to, 784, 0.17, 0.32, 0.07);
}

/** One stroke of a bell. */
export function bell() {
  const to = audio();
  if (!to) return;
  for (const [at, pitch] of [880, 1760, 2637].entries())
    tone(to, pitch, 0, 1.4 - 0.3 * at, 0.12 / (at + 1));
}

/** The tick of a turned piece. */
export function tick() {
  const to = audio();
  if (to) tone(to, 900, 0, 0.03, 0.03, "triangle");
}
