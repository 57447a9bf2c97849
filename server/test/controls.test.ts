import { type Call, calls, getDraft, listPatients, loginAdmin, saveDraft } from '@fornix/contract'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { testApp } from './harness.ts'
import { aimOf, madeUp } from './strangers.ts'

const free = async () => {}
const { given, send, as } = await testApp({
  platform: () => ({ rateLimits: { spend: free, spendRule: free } }),
})
const project = await given.project()
const ana = await given.patient(project)
const study = await given.study({ project, patient: ana.id })
const sentence = 'Please remove control characters'

const namesIn = (schema: z.ZodType) => {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return Object.keys(properties)
}
const fields = Object.entries(calls).flatMap(([name, call]) => [
  ...namesIn(call.query).map((field) => ({ name, call, part: 'query', field })),
  ...namesIn(call.body).map((field) => ({ name, call, part: 'body', field })),
])

/** Somebody who may call, aimed at a record that they may work with, so that the input is checked. */
const aimed = async (name: string, call: Call) => {
  const role = call.allow === 'anyone' ? undefined : (call.allow.find((one) => one !== 'Patient') ?? 'Patient')
  const user = role === 'Patient' ? ana : role ? await given.staff(role, project) : null
  const patientOrProvider = /Notification|Operator/.test(name) && user ? user : ana
  const point = aimOf(name, call)?.({ ...madeUp(ana), owner: patientOrProvider, study })
  return { user, args: (point?.args ?? {}) as Record<string, object>, file: point?.file }
}

describe('a NUL in', () => {
  test.each(fields)(
    '$part $field of $name is refused or ignored, and never reaches the database',
    async ({ name, call, part, field }) => {
      const { user, args, file } = await aimed(name, call)
      const bad = { ...args, [part]: { ...args[part], [field]: 'a\u0000b' } }
      const { status, body } = await send(user, call, bad, { file })
      expect(status).toBeLessThan(500)
      expect(body?.code).not.toBe('bad_data')
    },
  )

  test('a search, a user name and a form that is kept is told beside its field', async () => {
    const nora = await given.staff('Nurse', project)
    const answers = [
      await send(nora, listPatients, { query: { searchQuery: 'a\u0000b' } }),
      await send(null, loginAdmin, { body: { username: 'a\u0000', password: 'x' } }),
      await send(nora, saveDraft, { params: { form: 'note' }, body: { values: { deep: [{ text: 'a\u0000' }] } } }),
      await send(nora, saveDraft, { params: { form: 'note' }, body: { values: { 'na\u0000me': 'text' } } }),
      await send(nora, saveDraft, { params: { form: 'note' }, body: { values: { half: '\ud800' } } }),
    ]
    expect(answers.map(({ status, body }) => [status, body.fields])).toEqual([
      [400, { searchQuery: sentence }],
      [400, { username: sentence }],
      ...Array(3).fill([400, { values: sentence }]),
    ])
  })
})

test('line breaks and tabs are no control characters to refuse', async () => {
  const nora = await given.staff('Nurse', project)
  const values = { text: 'one\r\n\ttwo' }
  await as(nora).call(saveDraft, { params: { form: 'note' }, body: { values } })
  expect((await as(nora).call(getDraft, { params: { form: 'note' } })).draft?.values).toEqual(values)
})
