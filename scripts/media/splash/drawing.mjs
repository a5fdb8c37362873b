// Draws the two pictures of a frame at once: what covers something in one covers it in the other.
import { clamp } from './motion.mjs';

/** The way straight across a wall, from the middle of its upper edge to its lower edge. */
function acrossWall([left, right, lowerRight, lowerLeft]) {
  const edge = [right[0] - left[0], right[1] - left[1]];
  const length = Math.hypot(...edge);
  const normal = [-edge[1] / length, edge[0] / length];
  const middle = [0, 1].map((axis) => (left[axis] + right[axis]) / 2);
  const lower = [0, 1].map((axis) => (lowerLeft[axis] + lowerRight[axis]) / 2);
  const reach = (lower[0] - middle[0]) * normal[0] + (lower[1] - middle[1]) * normal[1];
  return [middle, middle.map((value, axis) => value + normal[axis] * reach)];
}

/** The points of a polygon or a stroke as the data of an SVG path. */
const path = (points) => `M${points.map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`).join('L')}`;
/** Three measures from 0 to 1, written as an SVG colour. */
const measure = (...values) =>
  `rgb(${values.map((value) => Math.round(clamp(value) * 255)).join()})`;

/**
 * An empty drawing. Points are pixels, measures are three numbers from 0 to 1, the first for the
 * surfaces and the second for the lights; `finish` answers with both SVG documents.
 */
export function createDrawing({ width, height }) {
  const surfaces = [];
  const lights = [];

  const shape = (points, surface, light) => {
    surfaces.push(`<path d="${path(points)}Z" fill="${measure(...surface)}"/>`);
    lights.push(`<path d="${path(points)}Z" fill="${measure(...light)}"/>`);
  };

  const line = (points, thick, surface, light) => {
    const pen = `fill="none" stroke-width="${thick.toFixed(2)}" stroke-linejoin="round" stroke-linecap="round"`;
    surfaces.push(`<path d="${path(points)}" ${pen} stroke="${measure(...surface)}"/>`);
    lights.push(`<path d="${path(points)}" ${pen} stroke="${measure(...light)}"/>`);
  };

  /** Adds a gradient along the way between two points to a picture and answers with its paint. */
  const gradient = (marks, [from, to], stops) => {
    const id = `gradient${marks.length}`;
    const colours = stops.map(
      ([share, values]) => `<stop offset="${share}" stop-color="${measure(...values)}"/>`,
    );
    marks.push(
      `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${from[0]}" y1="${from[1]}" x2="${to[0]}" y2="${to[1]}">${colours.join('')}</linearGradient>`,
    );
    return `url(#${id})`;
  };

  /** A dark wall whose surface changes from its upper edge (share 0) to its lower one (share 1). */
  const wall = (corners, stops) => {
    const paint = gradient(surfaces, acrossWall(corners), stops);
    surfaces.push(`<path d="${path(corners)}Z" fill="${paint}"/>`);
    lights.push(`<path d="${path(corners)}Z"/>`);
  };

  /** A glowing face without a surface; its light changes from `above` to `below` along the slant. */
  const face = (corners, above, below) => {
    const way = [corners[3], corners[0]];
    const paint = gradient(lights, way, [
      [0, above],
      [1, below],
    ]);
    surfaces.push(`<path d="${path(corners)}Z"/>`);
    lights.push(`<path d="${path(corners)}Z" fill="${paint}"/>`);
  };

  const document = (marks) =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%"/>${marks.join('')}</svg>`,
    );
  const finish = () => ({ surfaces: document(surfaces), lights: document(lights) });

  return { shape, line, wall, face, finish };
}
