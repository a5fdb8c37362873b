// The part of snowball-stemmers that the search uses; the package brings no types.
declare module 'snowball-stemmers' {
  const stemmers: { newStemmer(language: 'russian' | 'english'): { stem(word: string): string } };
  export default stemmers;
}
