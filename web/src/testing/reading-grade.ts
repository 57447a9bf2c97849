import { syllable } from 'syllable'

/**
 * The US school grade needed to read a text: 0.39 words per sentence + 11.8 syllables per word − 15.59 (Flesch and Kincaid; Kincaid
 * et al. 1975, Research Branch Report 8-75). A list item counts as a sentence.
 */
export const readingGrade = (text: string) => {
  const sentences = text.split(/[.!?:;]+(?:\s|$)/).filter((sentence) => sentence.trim() !== '').length
  const words = text.match(/[A-Za-z’'-]+/g) ?? []
  const syllables = words.reduce((sum, word) => sum + Math.max(1, syllable(word)), 0)
  return (0.39 * words.length) / sentences + (11.8 * syllables) / words.length - 15.59
}

/** A label is too short to be graded. */
export const isSentence = (text: string) => text.trim().split(/\s+/).length >= 5

/** A message as one may read it: with the plural, and a number in each place. */
export const exampleOf = (message: string) =>
  message
    .replaceAll(/\{\w+, (?:plural|select),.*? other \{([^{}]*)\}\}/g, '$1')
    .replaceAll(/\{\w+[^{}]*\}|#/g, '5')
    .replaceAll(/<\/?\w+>/g, '')

/** All sentences of a catalogue; for those built from values, an example of each. */
export const sentencesIn = (catalogue: unknown): string[] => {
  if (typeof catalogue === 'string') return isSentence(catalogue) ? [catalogue] : []
  if (typeof catalogue === 'function') {
    try {
      return sentencesIn(catalogue('5', '5', '5'))
    } catch {
      return []
    }
  }
  return catalogue && typeof catalogue === 'object' ? Object.values(catalogue).flatMap(sentencesIn) : []
}

export const textOf = (sentences: string[]) =>
  sentences.map((sentence) => (/[.!?:;]\s*$/.test(sentence) ? sentence : `${sentence}.`)).join(' ')
