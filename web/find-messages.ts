import { parseAst } from 'vite'

/** A call of `t`: its sentence, the names of its values, and where its arguments end. */
export type Found = { message: string; values: string[]; count: number; end: number }

export type Node = { type: string; start: number; end: number; [part: string]: unknown }
export const isNode = (part: unknown): part is Node => typeof part === 'object' && part !== null && 'type' in part

/** Every node of a parsed file. */
export function* nodesOf(node: unknown): Generator<Node> {
  if (Array.isArray(node)) for (const each of node) yield* nodesOf(each)
  else if (isNode(node)) {
    yield node
    for (const part of Object.values(node)) yield* nodesOf(part)
  }
}

const textOf = (node: Node | undefined) => {
  if (node?.type === 'Literal' && typeof node['value'] === 'string') return node['value']
  const quasis = node?.type === 'TemplateLiteral' ? (node['quasis'] as { value: { cooked: string } }[]) : []
  return quasis.length === 1 ? quasis[0]?.value.cooked : undefined
}
const namesOf = (node: Node | undefined) =>
  ((node?.['properties'] ?? []) as { key: { name?: string; value?: string } }[]).map(
    ({ key }) => key.name ?? String(key.value),
  )

/** What reads as JSX in one is a type assertion in the other. */
export const parsed = (code: string, file: string) => parseAst(code, { lang: file.endsWith('.ts') ? 'ts' : 'tsx' })

/** Where `t` comes from: of the web app, or of the words of an email. */
const translates = /(language|\.)\/(t|words)\.ts|patient-language\.ts/

/** All sentences that a file passes to `t`. */
export const messagesIn = (code: string, file: string): Found[] =>
  translates.test(code)
    ? [...nodesOf(parsed(code, file))].flatMap((node) => {
        const callee = node.type === 'CallExpression' ? (node['callee'] as Node) : undefined
        if (callee?.['name'] !== 't') return []
        const args = node['arguments'] as Node[]
        const message = textOf(args[0])
        if (message === undefined) throw new Error(`t needs a sentence: ${code.slice(node.start, node.end)}`)
        return [{ message, values: namesOf(args[1]), count: args.length, end: args.at(-1)!.end }]
      })
    : []

/** Texts of a file of the contract or the server, with numbered places for their values; not what documents a call or only staff read. */
export const sentencesIn = (code: string, file: string) => {
  const nodes = [...nodesOf(parsed(code, file).body)]
  const notShown = new Set(
    nodes.flatMap((node) => {
      const name = node.type === 'Property' ? (node['key'] as { name?: string }).name : undefined
      return name === 'summary' || name === 'description' || name === 'staff' ? [node['value']] : []
    }),
  )
  return nodes.filter((node) => !notShown.has(node)).flatMap(textWithPlaces)
}
/** The texts of responses: what a property `message` holds. */
export const responseTextsIn = (code: string, file: string) =>
  [...nodesOf(parsed(code, file).body)]
    .filter((node) => node.type === 'Property' && (node['key'] as { name?: string }).name === 'message')
    .flatMap((node) => [...nodesOf(node['value'])].flatMap(textWithPlaces))
const textWithPlaces = (node: Node) => {
  const text = node.type === 'TemplateLiteral' ? withPlaces(node) : textOf(node)
  return text === undefined ? [] : [text]
}
const withPlaces = (node: Node) =>
  (node['quasis'] as { value: { cooked: string } }[])
    .map(({ value }, place) => (place === 0 ? '' : `{${place - 1}}`) + value.cooked)
    .join('')
