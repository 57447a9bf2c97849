const linesOf = (text: Node, { index, 0: word }: RegExpExecArray) => {
  const range = document.createRange()
  range.setStart(text, index)
  range.setEnd(text, index + word.length)
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
}

/** Words, dates and numbers that begin on one line and end on another. */
export const brokenWords = (element: Element) => {
  const broken: string[] = []
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    for (const word of (text.textContent ?? '').matchAll(/\S+/g)) if (linesOf(text, word) > 1) broken.push(word[0])
  return broken
}
