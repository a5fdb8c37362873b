// The dust that rises slowly through the light of the splash scene.
import { ember, mint } from './colours.mjs';
import { loopAngle, loopSeconds, noise } from './motion.mjs';

const motes = Array.from({ length: 46 }, (_, index) => {
  const pick = (salt) => noise(index * 1.7 + 0.3, salt * 2.3, 9);
  return {
    x: -6 + 12 * pick(1),
    z: -5 + 12 * pick(2),
    low: 0.1 + 0.9 * pick(3),
    rise: 1 + 1.6 * pick(4),
    start: pick(5),
    colour: pick(6) < 0.16 ? ember : mint,
    size: 0.012 + 0.016 * pick(7),
    strength: 0.55 + 1.3 * pick(8),
    sway: 0.12 + 0.2 * pick(9),
  };
});

/** Adds the motes at `time` to a picture of three planes; those out of focus are wide and faint. */
export function addMotes(frame, camera, time, { width, height }) {
  const focus = Math.hypot(...camera.position);
  for (const mote of motes) {
    const life = (time / loopSeconds + mote.start) % 1;
    const angle = loopAngle(time + mote.start * loopSeconds);
    const [pixelX, pixelY, depth] = camera.project([
      mote.x + mote.sway * Math.sin(angle),
      mote.low + mote.rise * life,
      mote.z + mote.sway * Math.cos(angle),
    ]);
    const radius = (mote.size * camera.focal) / depth + Math.abs(depth - focus) * 0.55;
    const power = (mote.strength * Math.sin(Math.PI * life) ** 2) / (1 + (radius / 2) ** 2);
    const reach = radius * 2.2;
    const top = Math.max(0, Math.floor(pixelY - reach));
    const bottom = Math.min(height - 1, Math.ceil(pixelY + reach));
    const left = Math.max(0, Math.floor(pixelX - reach));
    const right = Math.min(width - 1, Math.ceil(pixelX + reach));
    for (let y = top; y <= bottom; y += 1) {
      for (let x = left; x <= right; x += 1) {
        const square = ((x - pixelX) ** 2 + (y - pixelY) ** 2) / radius ** 2;
        const value = power * Math.exp(-(square ** 1.5));
        mote.colour.forEach((share, k) => {
          frame[(k * height + y) * width + x] += value * share;
        });
      }
    }
  }
}
