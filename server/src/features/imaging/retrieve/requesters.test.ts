import { ServerResponse } from 'node:http'
import { dicomwebRoot } from '@fornix/contract'
import { expect, test, vi } from 'vitest'
import { imagingApp } from '../../../../test/imaging-world.ts'
import type { Requester } from '../../../clinic/imaging/archive/archive.ts'

const asked: (Requester | undefined)[] = []
const world = await imagingApp({
  platform: ({ archive }) => ({
    archive: {
      ...archive,
      frames: (scope, chain, numbers, requester, arePlain) => {
        asked.push(requester)
        return archive.frames(scope, chain, numbers, requester, arePlain)
      },
      rendered: (scope, chain, rendering, requester) => {
        asked.push(requester)
        return archive.rendered(scope, chain, rendering, requester)
      },
    },
  }),
})

test('whatever draws knows for whom, and when the answer has left, and waits for no reader without end', async () => {
  const address = await world.app.listen({ port: 0, host: '127.0.0.1' })
  const nora = await world.given.staff('Nurse')
  const { study, series, instance } = await world.imaging.stored({ project: nora.project })
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
    const limited = vi.spyOn(ServerResponse.prototype, 'setTimeout')
    const answer = await fetch(address + dicomwebRoot + path, { headers: { authorization: `Bearer ${nora.token}` } })
    await answer.arrayBuffer()
    expect([path, answer.status]).toEqual([path, 200])
    expect(asked).not.toHaveLength(0)
    expect(asked.map((requester) => requester?.person)).toEqual(asked.map(() => nora.id))
    // A frame stored plain is read from the store while it is sent.
    expect([path, limited.mock.calls.length]).toEqual([path, path.endsWith('/frames/1') ? 0 : 1])
    limited.mockRestore()
    await expect.poll(() => asked.every((requester) => requester?.signal.aborted)).toBe(true)
  }
})
