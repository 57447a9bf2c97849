import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { imagingApp } from '../../../test/imaging-world.ts'

const bodies: Readable[] = []
const world = await imagingApp({
  platform: ({ archive }) => ({
    archive: {
      ...archive,
      files: async () => {
        const body = Readable.from([Buffer.from('foreign bytes')])
        bodies.push(body)
        return { headers: { 'content-type': 'multipart/related' }, body }
      },
    },
  }),
})
const { app, given, owner, imaging } = world
const physician = await given.staff('Physician')
const { study, series } = await imaging.stored({ project: physician.project })
const read = () =>
  app.inject({
    url: `/api/dicomweb/studies/${study}/series/${series}`,
    headers: { authorization: `Bearer ${physician.token}` },
  })

test('what the archive had sent for a reading that could not be noted goes to nobody, and is let go', async () => {
  await owner(`create function no_more() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`)
  await owner(`create constraint trigger at_commit after insert on audit_events deferrable initially deferred
    for each row when (new.action = 'images.read') execute function no_more()`)
  const refused = await read()
  expect(refused.statusCode).toBe(500)
  expect(refused.body).not.toContain('foreign')
  expect(bodies).toHaveLength(1)
  await expect.poll(() => bodies[0]?.destroyed).toBe(true)

  await owner('drop trigger at_commit on audit_events')
  expect(await read()).toMatchObject({ statusCode: 200, body: 'foreign bytes' })
})
