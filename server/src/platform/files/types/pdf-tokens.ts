// ISO 32000-1, 7.2: white space, comments, names, strings, brackets, and anything else up to the next of these. Each has a maximum length:
// V8 records every character that it may backtrack over, and has room for a few million.
const token =
  /[\0\t\n\f\r ]{1,1000000}|%[^\r\n]{0,1000000}|\/(?:[^\0\t\n\f\r ()<>[\]{}/%]{0,1000000})|<<|>>|<[^>]{0,1000000}>?|[[\]{}>)]|\(|[^\0\t\n\f\r ()<>[\]{}/%]{1,1000000}/y

/** Any character of a name may be written as # and two hex digits. */
export const plainName = (name: string) =>
  name.replace(/#([0-9A-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** The position after a string's closing parenthesis; parentheses inside are paired or escaped with a backslash. */
const endOfString = (text: string, from: number) => {
  const marks = /[()]|\\./gs
  marks.lastIndex = from
  for (let open = 1, mark = marks.exec(text); mark; mark = marks.exec(text)) {
    if (mark[0] === '(') open++
    else if (mark[0] === ')' && --open === 0) return marks.lastIndex
  }
  return text.length
}

export type Token = { text: string; end: number }

/** The tokens from a position on, without white space, comments and the text of strings. Names keep their slash and are unescaped. */
export function* pdfTokens(text: string, from: number): Generator<Token> {
  for (let at = from; at < text.length; ) {
    token.lastIndex = at
    const [found = ''] = token.exec(text) ?? []
    at = found === '(' ? endOfString(text, at + 1) : at + found.length
    if (found.startsWith('/')) yield { text: plainName(found), end: at }
    else if (found === '<<' || !/^[\0\t\n\f\r %<(]/.test(found)) yield { text: found, end: at }
    // A string counts as a value, so that what follows is not mistaken for one.
    else if (found === '(' || found.startsWith('<')) yield { text: '()', end: at }
  }
}
