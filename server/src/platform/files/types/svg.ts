import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes'
import { cssFunctions, svgAttributes, svgElements } from './svg-names.ts'
import { refuse, type TypeCheck, UnsupportedType } from './unsupported-type.ts'

const svgSpace = 'http://www.w3.org/2000/svg'
const xlinkSpace = 'http://www.w3.org/1999/xlink'
const xmlSpace = 'http://www.w3.org/XML/1998/namespace'
const maxSvgBytes = 5 * 1024 * 1024
const maxDepth = 100
const maxElements = 100_000
const maxAttributes = 100
const maxMs = 1000
// The time limit is checked between pieces of this size.
const pieceBytes = 16 * 1024

const safeData = /^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/=\s]*$/

/** The name before an opening parenthesis. No allowed one is longer; an unlimited look back would take forever. */
const nameBefore = (css: string, bracket: number) =>
  /([-\w]*)\s*$/.exec(css.slice(Math.max(0, bracket - 40), bracket))?.[1]?.toLowerCase() ?? ''

/** Styles may color and move things, but not fetch or run: known functions only, and `url()` only within the file itself. */
const isSafeCss = (css: string) =>
  !/[\\@<]|:\/\/|javascript:|expression|behavior|-moz-binding/i.test(css) &&
  [...css.matchAll(/\(\s*(["']?.?)/g)].every(({ index, 1: start = '' }) => {
    const name = nameBefore(css, index)
    return name === '' || (cssFunctions.has(name) && (name !== 'url' || /^["']?#/.test(start)))
  })

const checkAttribute = (element: string, { name, uri, local, value }: SaxesAttributeNS) => {
  if (name === 'xmlns' || uri === 'http://www.w3.org/2000/xmlns/') return
  if (local === 'href' && (uri === '' || uri === xlinkSpace)) {
    if (!value.startsWith('#') && !(element === 'image' && safeData.test(value))) refuse('svg: outside reference')
    return
  }
  const isAllowed =
    (uri === '' && (svgAttributes.has(local) || /^(aria|data)-[a-z][\w.-]*$/.test(local))) ||
    (uri === xmlSpace && (local === 'space' || local === 'lang')) ||
    (uri === xlinkSpace && ['title', 'type', 'show', 'actuate', 'role', 'arcrole'].includes(local))
  if (!isAllowed) refuse('svg: unknown attribute')
  const isProse = uri !== '' || /^(aria|data)-/.test(local) || local === 'id' || local === 'class'
  if (!isProse && !isSafeCss(value)) refuse('svg: unsafe attribute')
}

const checkElement = ({ uri, local, attributes }: SaxesTagNS, depth: number) => {
  if (uri !== svgSpace || !svgElements.has(local)) refuse('svg: unknown element')
  if (depth === 1 && local !== 'svg') refuse('svg: another root')
  for (const attribute of Object.values(attributes)) checkAttribute(local, attribute)
}

type Clock = () => number

// CPU time of this thread only: on a busy machine a legitimate file must not run out of it.
const threadMs: Clock = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Strict XML parsing against allowlists, with limits on time and size. */
export const svgCheck = (now: Clock = threadMs): TypeCheck => {
  const text = new TextDecoder('utf-8', { fatal: true })
  const drawing = drawingParser()
  let bytesSeen = 0
  let spentMs = 0

  const timed = (work: () => void) => {
    const started = now()
    try {
      work()
    } catch (error) {
      // Bytes that are not UTF-8 cause a TypeError in the decoder.
      throw error instanceof UnsupportedType
        ? error
        : new UnsupportedType({ reason: 'svg: unreadable' }, { cause: error })
    }
    spentMs += now() - started
    if (spentMs > maxMs) refuse('svg: takes too long to read')
  }

  return {
    take: (bytes) => {
      bytesSeen += bytes.length
      if (bytesSeen > maxSvgBytes) refuse('svg: too large')
      for (let from = 0; from < bytes.length; from += pieceBytes)
        timed(() => drawing.write(text.decode(bytes.subarray(from, from + pieceBytes), { stream: true })))
    },
    end: () =>
      timed(() => {
        drawing.write(text.decode())
        drawing.end()
      }),
  }
}

/** Refuses during parsing: elements, attributes or styles that are not on the lists, or too many of them. */
const drawingParser = () => {
  const parser = new SaxesParser({ xmlns: true })
  const open: string[] = []
  let css = ''
  let elements = 0
  let attributes = 0

  parser.on('error', (error) => refuse(`svg: ${error.message}`))
  parser.on('doctype', () => refuse('svg: doctype'))
  parser.on('processinginstruction', () => refuse('svg: processing instruction'))
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding && !/^(utf-8|us-ascii)$/i.test(encoding)) refuse('svg: encoding')
  })
  parser.on('opentagstart', () => {
    attributes = 0
    if (++elements > maxElements || open.length >= maxDepth) refuse('svg: too many elements')
  })
  parser.on('attribute', () => {
    if (++attributes > maxAttributes) refuse('svg: too many attributes')
  })
  parser.on('opentag', (tag) => {
    if (open.at(-1) === 'style') refuse('svg: elements inside a style')
    open.push(tag.local)
    checkElement(tag, open.length)
  })
  parser.on('closetag', () => {
    if (open.pop() === 'style' && !isSafeCss(css)) refuse('svg: unsafe style')
    css = ''
  })
  const gather = (part: string) => {
    if (open.at(-1) === 'style') css += part
  }
  parser.on('text', gather)
  parser.on('cdata', gather)

  return {
    write: (text: string) => void parser.write(text),
    end: () => {
      parser.close()
      if (elements === 0) refuse('svg: empty')
    },
  }
}
