import { everyone, reimbursementCategories } from '@fornix/contract'
import { isNode, type Node, parsed } from '../../find-messages.ts'

/** Attributes that people read or hear. */
const spoken =
  /^(label|title|alt|placeholder|description|subtitle|text|lead|note|hint|message|documentTitle|aria-(label|roledescription|valuetext))$/
/** Words of the contract, which are translated where they are shown. */
const words: readonly string[] = [...everyone, ...reimbursementCategories]
const isText = (text: string) =>
  !words.includes(text) &&
  /[a-z]{2}/.test(text) &&
  /^[A-Z][a-z]*( |$|[.,:…!?’-])|[a-z]+[.,]? [a-z]+|[.!?…]$/.test(text.trim())

/**
 * What a file shows without `t`: text between tags, attribute texts, and the texts of constants. What only staff see stays in the
 * source's language.
 */
export const untranslatedIn = (code: string, file = 'page.tsx') => {
  const texts: string[] = []
  const look = (node: unknown, isShown: boolean): void => {
    if (Array.isArray(node)) for (const each of node) look(each, isShown)
    if (!isNode(node)) return
    const parts = node as Node & Record<string, Node & { name: string; value: unknown }>
    switch (node.type) {
      case 'JSXText':
        if (/[A-Za-z]{2}/.test(String(node['value']))) texts.push(String(node['value']).trim())
        return
      case 'JSXAttribute':
        look(parts['value']?.['expression'] ?? node['value'], spoken.test(String(parts['name']?.name)))
        return
      case 'Property':
        if ((parts['key']?.name ?? parts['key']?.value) !== 'staff') look(node['value'], true)
        return
      case 'Literal':
        if (isShown && typeof node['value'] === 'string' && isText(node['value'])) texts.push(node['value'])
        return
      case 'TemplateLiteral': {
        const words = (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
        if (isShown && /(^|\s)[A-Za-z]{2,}(\s|[.:,]|$)/.test(words.join('x ')))
          texts.push(code.slice(node.start + 1, node.end - 1))
        look(node['expressions'], isShown)
        return
      }
      case 'CallExpression':
      case 'NewExpression':
        look(node['arguments'], false)
        return
      case 'ArrowFunctionExpression':
        look(node['body'], parts['body']?.type !== 'BlockStatement')
        return
      case 'ConditionalExpression':
        look(node['test'], false)
        look(node['consequent'], isShown)
        look(node['alternate'], isShown)
        return
      case 'BinaryExpression':
      case 'ImportDeclaration':
        return
      default:
        if (node.type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)Expression$/.test(node.type)) return
        for (const part of Object.values(node)) look(part, isShown || node.type === 'JSXExpressionContainer')
    }
  }
  look(parsed(code, file).body, false)
  return texts
}
