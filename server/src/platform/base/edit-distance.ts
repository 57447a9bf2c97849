/** How many letters one word needs added, removed or replaced to become the other (Levenshtein 1966). */
export const editDistance = (word: string, other: string) => {
  const row = [...Array(other.length + 1).keys()]
  for (let line = 1; line <= word.length; line++) {
    let diagonal = line - 1
    row[0] = line
    for (let column = 1; column <= other.length; column++) {
      const above = row[column] ?? 0
      const replaced = diagonal + Number(word[line - 1] !== other[column - 1])
      row[column] = Math.min(replaced, above + 1, (row[column - 1] ?? 0) + 1)
      diagonal = above
    }
  }
  return row.at(-1) ?? 0
}
