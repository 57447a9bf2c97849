import type { Plugin } from 'vite'
import { isNode, type Node, nodesOf, parsed } from './find-messages.ts'

/** What only the server and the documents written from the contract read of a call. `limit` stays: a sign-in waits for a logout. */
const ofServer = ['summary', 'constantTime', 'unconfirmed', 'whilePending', 'whileMoving', 'respondsWithPages']

type Property = Node & { key: { name?: string } }
const isProperty = (node: unknown): node is Property => isNode(node) && node.type === 'Property'
const propertiesOf = (node: Node) =>
  node.type === 'ObjectExpression' ? (node['properties'] as unknown[]).filter(isProperty) : []
/** A call, or what two calls share. */
const isOfCall = (properties: Property[]) =>
  properties.some(({ key }) => key.name === 'summary' || key.name === 'audit')

/** Leaves out of each call what no browser reads; in tests, too, so that they miss what a page would. */
export const callsWithoutServerRules = (): Plugin => ({
  name: 'calls-without-server-rules',
  transform: {
    filter: { id: /\/contract\/src\/[\w-]+\.ts$/, code: 'summary:' },
    handler: (code, id) =>
      [...nodesOf(parsed(code, id).body)]
        .map(propertiesOf)
        .filter(isOfCall)
        .flat()
        .filter(({ key }) => ofServer.includes(key.name ?? ''))
        .sort((one, other) => other.start - one.start)
        .reduce((text, { start, end }) => text.slice(0, start) + text.slice(end).replace(/^,/, ''), code),
  },
})
