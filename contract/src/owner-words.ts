const minWordLength = 4

const lettersOf = (text: string) =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '')

/** Whether a password contains one of these words, in any spelling: names of its owner, the mailbox or the clinic. */
export const hasOwnerWord = (password: string, words: readonly string[]) => {
  const letters = lettersOf(password)
  return words.map(lettersOf).some((word) => word.length >= minWordLength && letters.includes(word))
}

/** The words of a person who registers. */
export const ownerWordsOf = (person: { email: string; first_name: string; last_name: string }) => [
  person.email.split('@')[0] ?? '',
  person.first_name,
  person.last_name,
]

export const namesOwnerSentence =
  'Please choose a password without your name, email address, date of birth, or the name of your clinic.'
