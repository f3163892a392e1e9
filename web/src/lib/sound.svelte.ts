/**
 * What this device may be told by sound and by vibration (B-47). Both are off until somebody
 * switches them on, both are remembered on the device, and nothing is told by them alone.
 */
import { recall, remember } from "./memory";

/** The dice fall, they lie, it is this seat's turn, a chapter begins. */
export type Cue = "dice" | "landing" | "turn" | "chapter";

let sounds = $state(recall("sound") === "on");
let vibrates = $state(recall("vibration") === "on");

export const canVibrate = "vibrate" in navigator;

export function soundIsOn(): boolean {
  return sounds;
}
export function vibrationIsOn(): boolean {
  return vibrates && canVibrate;
}
export function switchSound(on: boolean): void {
  sounds = on;
  remember("sound", on ? "on" : "off");
  // The press that switched it on lets the browser play; it also says what it will be like.
  if (on) give("landing");
}
export function switchVibration(on: boolean): void {
  vibrates = on;
  remember("vibration", on ? "on" : "off");
  if (on) give("landing");
}

/** Milliseconds on, off, on … */
const PULSES: Record<Cue, number[]> = {
  dice: [20, 60, 15, 80, 10],
  landing: [30],
  turn: [40, 80, 40],
  chapter: [60],
};

let audio: AudioContext | undefined;

export function give(cue: Cue): void {
  if (vibrationIsOn()) navigator.vibrate(PULSES[cue]);
  if (!sounds) return;
  try {
    audio ??= new AudioContext();
    void audio.resume();
    play(audio, cue);
  } catch {
    // Without a way to sound, the page stays quiet.
  }
}

function play(audio: AudioContext, cue: Cue): void {
  const now = audio.currentTime;
  if (cue === "dice") {
    // Dice on wood: a few knocks, ever closer.
    for (const [at, pitch] of [
      [0, 900],
      [0.16, 760],
      [0.29, 840],
      [0.4, 700],
      [0.48, 780],
    ] as const)
      knock(audio, now + at, pitch);
  } else if (cue === "landing") knock(audio, now, 520);
  else if (cue === "turn") {
    tone(audio, now, 523, 0.35);
    tone(audio, now + 0.14, 784, 0.5);
  } else {
    tone(audio, now, 196, 1.4);
    tone(audio, now + 0.02, 294, 1.2);
  }
}

/** A short, dull hit: noise through a narrow band. */
function knock(audio: AudioContext, at: number, pitch: number): void {
  const length = Math.floor(audio.sampleRate * 0.05);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < length; n += 1) {
    samples[n] = (Math.random() * 2 - 1) * Math.exp((-6 * n) / length);
  }
  const source = new AudioBufferSourceNode(audio, { buffer });
  const band = new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch, Q: 6 });
  const gain = new GainNode(audio, { gain: 0.9 });
  source.connect(band).connect(gain).connect(audio.destination);
  source.start(at);
}

/** A soft tone that dies away. */
function tone(audio: AudioContext, at: number, pitch: number, seconds: number): void {
  const source = new OscillatorNode(audio, { type: "sine", frequency: pitch });
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(0.16, at + 0.02);
  gain.gain.exponentialRampToValueAtTime(0.0005, at + seconds);
  source.connect(gain).connect(audio.destination);
  source.start(at);
  source.stop(at + seconds);
}
