// The light of the splash scene: how bright the tiles and the gaps between them are, reckoned for
// every fourth pixel and read in between, because light changes slowly.
import { fire, mint, moon } from './colours.mjs';
import {
  heroState,
  loopAngle,
  loopSeconds,
  ringSpeed,
  ringsPerLoop,
  tileState,
} from './motion.mjs';
import { between } from './planes.mjs';

const grid = 4;

/** Lamps above the tiles: [x, y, z, strength, colour, reach]. */
function lampsAt(time, tiles) {
  const angle = loopAngle(time);
  const hero = heroState(time);
  const lamps = [
    [0, hero.y, 0, 1.5 * hero.light, fire, 0.95],
    [-4.6 + 0.9 * Math.cos(angle), 3, 4.2 + 0.9 * Math.sin(angle), 0.34, moon, 3.6],
    [5.2 + 0.8 * Math.cos(angle + 2), 2.6, 0.4 + 0.8 * Math.sin(angle + 2), 0.3, moon, 3],
    [-2.6, 2.4, -3.4 + 0.7 * Math.sin(angle + 4), 0.2, moon, 2.6],
  ];
  for (const tile of tiles.filter(({ sign }) => sign)) {
    const { glow, y } = tileState(tile, time);
    lamps.push([tile.x, y + 0.35, tile.z, 0.22 * glow, mint, 0.55]);
  }
  return lamps;
}

/** What a lamp gives to a place on the tiles: its soft pool and its gloss towards the eye. */
function lampLight([lampX, lampY, lampZ, strength, , reach], { x, z, eye }) {
  const [dx, dz] = [lampX - x, lampZ - z];
  const square = dx * dx + dz * dz;
  if (square > 40 * reach) return 0;
  const pool = (1 + square / reach ** 2) ** -1.6;
  const length = Math.sqrt(square + lampY * lampY);
  const half = [dx / length + eye[0], lampY / length + eye[1], dz / length + eye[2]];
  const gloss = (half[1] / Math.hypot(...half)) ** 36 / (1 + square / (4 * reach ** 2));
  return strength * (pool + 0.5 * gloss);
}

/** The mint light under the tiles at a place: a slow drift and the rings that run outwards. */
function lightBelow(x, z, time) {
  const distance = Math.hypot(x, z);
  const angle = loopAngle(time);
  let ring = 0;
  for (let index = 0; index < ringsPerLoop; index += 1) {
    const age = (time + (index * loopSeconds) / ringsPerLoop) % loopSeconds;
    const ahead = distance - age * ringSpeed;
    ring += Math.exp(-((ahead / (ahead > 0 ? 0.45 : 1.5)) ** 2));
  }
  const drift =
    2 + Math.sin(0.62 * x + 0.35 * z + angle) + Math.sin(0.31 * x - 0.55 * z - angle + 1.7);
  return 0.02 + 0.0225 * drift + 0.85 * ring * Math.exp(-((distance / 6.5) ** 2));
}

/**
 * Makes the light of a scene: `lightAt(time)` answers with two readers, `onTop` and `below`, and
 * `haze` reads how much a pixel is lost in the distance. A reader takes (x, y, plane).
 */
export function createLight(camera, tiles, { width, height }) {
  const [w, h] = [width / grid, height / grid];
  const small = w * h;
  const places = Array.from({ length: small }, (_, at) => {
    const [x, y, z] = camera.meetPlane(((at % w) + 0.5) * grid, (Math.floor(at / w) + 0.5) * grid);
    const away = [camera.position[0] - x, camera.position[1] - y, camera.position[2] - z];
    const length = Math.hypot(...away);
    return { x, z, length, eye: away.map((value) => value / length) };
  });
  const focus = Math.hypot(...camera.position);
  const hazePlane = Float32Array.from(places, ({ length }) => {
    const far = Math.min(1, Math.max(0, (length - focus - 1.5) / 9.5));
    return 0.96 * far * far * (3 - 2 * far);
  });
  const readHaze = between(hazePlane, w, h, grid);

  function lightAt(time) {
    const onTop = new Float32Array(3 * small);
    const below = new Float32Array(3 * small);
    const lamps = lampsAt(time, tiles);
    const { light } = heroState(time);
    places.forEach((place, at) => {
      for (const lamp of lamps) {
        const strength = lampLight(lamp, place);
        for (let k = 0; k < 3; k += 1) onTop[k * small + at] += strength * lamp[4][k];
      }
      const cool = lightBelow(place.x, place.z, time);
      const warm = 1.2 * light * Math.exp(-(place.x ** 2 + place.z ** 2) / 1.15 ** 2);
      for (let k = 0; k < 3; k += 1) below[k * small + at] = cool * mint[k] + warm * fire[k];
    });
    return { onTop: between(onTop, w, h, grid), below: between(below, w, h, grid) };
  }

  return { lightAt, haze: (x, y) => readHaze(x, y, 0) };
}
