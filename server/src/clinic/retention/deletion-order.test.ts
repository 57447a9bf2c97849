import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../../test/database.ts'
import { tableRules } from '../../features.ts'
import { deletionOrder } from './deletion-order.ts'
import { ownRows, type TableRules } from './rules.ts'

const { database, drop } = await testDatabase()
afterAll(drop)
const orderOf = (rules: readonly TableRules[]) =>
  database.unscoped('order the rules of retention', (db) => deletionOrder(db, rules))

/** Which other tables the condition of each table reads. */
const readTables = await database.unscoped('compile the rules of retention', async (db) =>
  tableRules.flatMap(({ table, ofPatient }) => {
    const text = ofPatient?.('project', 'patient').compile(db).sql ?? ''
    const names = tableRules.flatMap((rule) => (rule.ofPatient && rule.table !== table ? [rule.table] : []))
    return names.filter((name) => new RegExp(`\\b${name}\\b`).test(text)).map((name) => ({ table, name }))
  }),
)

test('the conditions of several tables read others', () => {
  expect(readTables).toContainEqual({ table: 'mail_attachments', name: 'files' })
  expect(readTables.length).toBeGreaterThan(5)
})

// Not by the resulting order, which may be right by chance: the reverse must be impossible.
test.each(readTables)('rows of $table go before those of $name, which say whose they are', async ({ table, name }) => {
  const reversed = tableRules.map((rule) =>
    rule.table === name ? { ...rule, before: [...(rule.before ?? []), table] } : rule,
  )
  await expect(orderOf(reversed)).rejects.toThrow('These tables refer to each other')
})

test('two rules for the rows of one table are refused', async () => {
  const twice: TableRules[] = [...tableRules, { table: 'surveys', ofPatient: ownRows }]
  await expect(orderOf(twice)).rejects.toThrow('Two rules say which rows of surveys belong to a patient')
})
