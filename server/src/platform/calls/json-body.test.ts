import { getDraft } from '@fornix/contract'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'

const { app, given, as } = await testApp()
const ana = await given.patient()
const save = (values: string) =>
  app.inject({
    method: 'POST',
    url: '/common/api/draft/profile/',
    headers: { authorization: `Bearer ${ana.token}`, 'content-type': 'application/json' },
    payload: `{"values":${values}}`,
  })
const kept = async () => (await as(ana).call(getDraft, { params: { form: 'profile' } })).draft?.values
const nested = (levels: number) => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`

test('a body of JSON is as deep as forms are, and no deeper', async () => {
  expect((await save(nested(29))).statusCode).toBe(200)
  for (const levels of [31, 1000, 30_000])
    expect((await save(nested(levels))).json(), String(levels)).toMatchObject({
      error: 'The request is not valid JSON.',
      code: 'malformed',
    })
})

test.each(['{"__proto__":{"isAdmin":true}}', '{"a":[{"__proto__":null}]}', '{"\\u005f_proto__":1}'])(
  'a body with a prototype in it is refused, and changes nothing: %s',
  async (values) => {
    await save('{"city":"Boston"}')
    expect((await save(values)).statusCode).toBe(400)
    expect(await kept()).toEqual({ city: 'Boston' })
    expect({}).not.toHaveProperty('isAdmin')
  },
)

test('names of the prototype are plain names otherwise', async () => {
  expect((await save('{"constructor":{"prototype":{"isAdmin":true}}}')).statusCode).toBe(200)
  expect({}).not.toHaveProperty('isAdmin')
})
