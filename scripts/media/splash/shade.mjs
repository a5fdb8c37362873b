// The film of the splash scene: takes the two measured drawings of a frame, lights every pixel in
// linear light, adds glow and depth of field, and develops the picture.
import { emberDeep, face, mint, pine, stone } from './colours.mjs';
import { createLight } from './light.mjs';
import { addMotes } from './motes.mjs';
import { clamp, noise } from './motion.mjs';
import { between, blur, halve } from './planes.mjs';

/**
 * Makes the shader of a scene: `shade(surfaces, lights, time)` takes the two drawings as raw RGB
 * bytes and returns the finished frame as raw RGB bytes.
 */
export function createShader(camera, tiles, size) {
  const { width, height } = size;
  const count = width * height;
  const { lightAt, haze } = createLight(camera, tiles, size);

  /** The scene in linear light, three planes, before the lens. */
  function lit(surfaces, lights, time) {
    const { onTop, below } = lightAt(time);
    const frame = new Float32Array(3 * count);
    for (let at = 0; at < count; at += 1) {
      const [x, y] = [at % width, Math.floor(at / width)];
      const albedo = surfaces[3 * at] / 255;
      const edge = (surfaces[3 * at + 1] / 255) ** 2;
      const open = 1.5 * (surfaces[3 * at + 2] / 255) ** 2;
      const warm = (lights[3 * at] / 255) ** 2;
      const cool = lights[3 * at + 1] / 255;
      const far = haze(x, y);
      for (let k = 0; k < 3; k += 1) {
        const lamp = onTop(x, y, k);
        const value =
          albedo * (0.42 * stone[k] + 0.36 * lamp) +
          edge * (0.8 * stone[k] + 0.75 * lamp + 0.014 * mint[k]) +
          open * below(x, y, k) +
          1.55 * warm * (face[k] * warm + emberDeep[k] * (1 - warm)) +
          1.15 * cool * mint[k];
        frame[k * count + at] = value * (1 - far) + (0.85 * pine[k] + 0.006 * mint[k]) * far;
      }
    }
    return frame;
  }

  return function shade(surfaces, lights, time) {
    const frame = lit(surfaces, lights, time);
    addMotes(frame, camera, time, size);

    const half = halve(frame, width, height);
    const [halfW, halfH] = [width / 2, height / 2];
    const bright = halve(half, halfW, halfH).map((value) => Math.max(0, value - 0.08));
    const glow = between(blur(bright, halfW / 2, halfH / 2, 5), halfW / 2, halfH / 2, 4);
    const halo = between(blur(bright, halfW / 2, halfH / 2, 22), halfW / 2, halfH / 2, 4);
    const soft = between(blur(half, halfW, halfH, 2), halfW, halfH, 2);
    const softer = between(blur(half, halfW, halfH, 5), halfW, halfH, 2);

    const bytes = Buffer.alloc(3 * count);
    for (let at = 0; at < count; at += 1) {
      const [x, y] = [at % width, Math.floor(at / width)];
      const [dx, dy] = [x / width - 0.5, y / height - 0.5];
      // Sharp in the middle band, softer towards the lower edge and sooner towards the upper one.
      const blurred = 3.4 * Math.max(0, dy > 0 ? 2 * dy - 0.42 : -2 * dy - 0.3);
      const vignette = 1 - 0.75 * clamp(1.7 * (dx * dx + 0.8 * dy * dy)) ** 1.2;
      // A grain of less than one step hides the steps of eight bits in the dark.
      const grain = 0.9 * (noise(x % 97, y % 89, 5) + noise(y % 83, x % 101, 6) - 1);
      for (let k = 0; k < 3; k += 1) {
        let value = frame[k * count + at];
        if (blurred > 0) {
          const first = soft(x, y, k);
          value += (first - value) * clamp(blurred);
          value += (softer(x, y, k) - first) * clamp(blurred - 1);
        }
        value = (value + 0.32 * glow(x, y, k) + 0.36 * halo(x, y, k)) * vignette;
        value = 1 - Math.exp(-1.5 * value);
        value *= 0.72 + 0.28 * Math.min(1, 9 * value);
        const screen = value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055;
        bytes[3 * at + k] = Math.round(clamp(screen + grain / 255) * 255);
      }
    }
    return bytes;
  };
}
