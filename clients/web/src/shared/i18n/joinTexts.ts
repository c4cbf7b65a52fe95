/** Texts beside each other, with the marks of their language between them. */

/** Sentences in a row; a full stop of Chinese brings its own room. */
export const joinSentences = (...sentences: readonly string[]): string =>
  sentences.reduce((told, next) => `${told}${/[。！？]$/u.test(told) ? '' : ' '}${next}`)

/** Names in a row. */
export const joinNames = (language: string, names: readonly string[]): string =>
  names.join(language.startsWith('zh') ? '、' : ', ')
