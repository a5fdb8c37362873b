/** Encodes a Russian text (without ё) in Windows-1251, as Russian Excel saves a CSV; Node can only decode it. */
export const in1251 = (words: string): Buffer<ArrayBuffer> =>
  Buffer.from(
    [...words].map((letter) => {
      const code = letter.codePointAt(0)!;
      return code < 0x80 ? code : code - 0x0410 + 0xc0;
    }),
  );
