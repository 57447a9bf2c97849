import { expect, test } from 'vitest'
import { builtWeb } from './built-web.ts'
import { testApp } from './harness.ts'

builtWeb()
let isAway = false
const { app, given, owner } = await testApp({
  platform: ({ database }) => ({
    database: {
      ...database,
      systemQuery: async (text, values) => {
        if (isAway) throw new Error('the database is away')
        return await database.systemQuery(text, values)
      },
    },
  }),
})

const titleAt = async (host: string) => {
  const { body } = await app.inject({ url: '/patients', headers: { accept: 'text/html', host } })
  return /<title>.* · (.*)<\/title>/.exec(body)?.[1]
}

test('while the database is away a page keeps the name that its address had last', async () => {
  const project = await given.project({ name: 'Harbor Clinic' })
  await owner('update projects set host = $2 where project_id = $1', [project, 'harbor.example'])
  expect(await titleAt('harbor.example')).toBe('Harbor Clinic')
  await owner("update projects set name = 'Harbor Imaging' where project_id = $1", [project])
  expect(await titleAt('harbor.example')).toBe('Harbor Imaging')
  isAway = true
  expect(await titleAt('harbor.example')).toBe('Harbor Imaging')
  expect(await titleAt('hill.example')).toBe('Fornix')
})
