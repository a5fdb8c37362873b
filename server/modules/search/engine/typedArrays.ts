// Lists of numbers of a fixed width that are given more room.

type Numbers = Uint8Array | Uint32Array | Float64Array;

/** The numbers with room for so many: the same list where it has it, else a longer one with the same beginning. */
export function withRoom<List extends Numbers>(list: List, room: number): List {
  if (room <= list.length) return list;
  const Longer = list.constructor as new (length: number) => List;
  const longer = new Longer(Math.max(room, Math.ceil(list.length * 1.3)));
  longer.set(list);
  return longer;
}
