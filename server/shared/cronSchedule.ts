// Cron schedules: the five fields that the job queue understands.

const bounds: [number, number][] = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 6],
];

function isField(field: string, [min, max]: [number, number]): boolean {
  const inside = (text: string | undefined) => Number(text) >= min && Number(text) <= max;
  return field.split(',').every((part) => {
    const step = /^\*(?:\/(\d+))?$/.exec(part);
    if (step) return step[1] === undefined || Number(step[1]) > 0;
    const range = /^(\d+)(?:-(\d+))?$/.exec(part);
    if (!range || !inside(range[1])) return false;
    return range[2] === undefined || (inside(range[2]) && Number(range[2]) > Number(range[1]));
  });
}

/**
 * True for a valid schedule: minute, hour, day of the month, month, day of the week (0 is Sunday),
 * each `*`, `*` with a step, a number, a range or a comma list of these.
 */
export function isCronSchedule(text: string): boolean {
  const fields = text.trim().split(/\s+/);
  return (
    fields.length === bounds.length &&
    fields.every((field, index) => isField(field, bounds[index] ?? [0, 0]))
  );
}
