import { dicomwebRoot } from '@fornix/contract'
import { expect, test } from 'vitest'
import { testApp } from '../../../../test/harness.ts'
import { imagingIn } from '../../../../test/imaging-world.ts'
import type { Asker } from '../../../clinic/imaging/archive/archive.ts'

const asked: (Asker | undefined)[] = []
const world = await testApp({
  platform: ({ archive }) => ({
    archive: {
      ...archive,
      frames: (scope, chain, numbers, asker, arePlain) => {
        asked.push(asker)
        return archive.frames(scope, chain, numbers, asker, arePlain)
      },
      rendered: (scope, chain, rendering, asker) => {
        asked.push(asker)
        return archive.rendered(scope, chain, rendering, asker)
      },
    },
  }),
})

test('whatever draws or decodes knows for whom, and when the answer has left', async () => {
  const nora = await world.given.staff('Nurse')
  const { study, series, instance } = await imagingIn(world).stored({ project: nora.project })
  const paths = ['', `/series/${series}`, `/series/${series}/instances/${instance}`].map(
    (path) => `/studies/${study}${path}`,
  )
  const [ofStudy, ofSeries, ofInstance] = paths
  for (const path of [
    `${ofStudy}/rendered`,
    `${ofSeries}/rendered`,
    `${ofInstance}/rendered`,
    `${ofInstance}/frames/1/rendered`,
    `${ofInstance}/frames/1`,
    `${ofStudy}/thumbnail`,
    `${ofSeries}/thumbnail`,
    `${ofInstance}/thumbnail`,
    `${ofInstance}/frames/1/thumbnail`,
  ]) {
    asked.length = 0
    const answer = await world.app.inject({
      url: dicomwebRoot + path,
      headers: { authorization: `Bearer ${nora.token}` },
    })
    expect([path, answer.statusCode]).toEqual([path, 200])
    expect(asked).not.toHaveLength(0)
    expect(asked.map((asker) => asker?.person)).toEqual(asked.map(() => nora.id))
    await expect.poll(() => asked.every((asker) => asker?.signal.aborted)).toBe(true)
  }
})
