import { once } from 'node:events'
import { type OutgoingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { openStudy } from '@fornix/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { addresses, attempts, byStrangers, chains, type Means, type Sent } from '../../../test/bypass-attempts.ts'
import type { TestUser } from '../../../test/given.ts'
import { type TestApp, testApp } from '../../../test/harness.ts'
import { type Aim, imagingIn, unknownAim } from '../../../test/imaging-world.ts'
import { hasOrthanc, startOrthanc } from '../../../test/orthanc.ts'
import { dicomwebArchive } from '../../clinic/imaging/archive/dicomweb-archive.ts'
import { issueTicket, viewerCookie } from '../../platform/sessions/viewer-tickets.ts'

const orthanc = hasOrthanc ? await startOrthanc() : undefined
afterAll(() => orthanc?.stop())

const bearerOf = ({ token }: TestUser) => ({ authorization: `Bearer ${token}` })
const compared = ['content-type', 'content-range', 'etag', 'location', 'set-cookie', 'retry-after', 'allow'] as const

/** People, and studies that are open to Ana or closed to her in every possible way. */
const worldOf = async (world: TestApp) => {
  const { given, app, owner, platform, database } = world
  const imaging = imagingIn(world)
  const [project, otherProject] = [await given.project(), await given.project()]
  const ana = await given.patient(project)
  const ben = await given.patient(project, { mrn_number: 'MRN-BEN' })
  const eve = await given.patient(otherProject)
  const [adam, abel] = [await given.staff('Admin', project), await given.staff('Admin', otherProject)]
  const anas = () => imaging.stored({ project, patient: ana.id })
  const closed: Record<string, Aim> = {}

  const own = await anas()
  const second = await anas()
  for (const { study } of [own, second]) await imaging.opened(ana, adam, study)
  closed['a neighbour’s'] = await imaging.stored({ project, patient: ben.id })
  await imaging.opened(ben, adam, closed['a neighbour’s'].study)
  closed['of another project'] = await imaging.stored({ project: otherProject, patient: eve.id })
  await imaging.opened(eve, abel, closed['of another project'].study)
  closed['never asked for'] = await anas()
  closed['pending'] = await anas()
  await imaging.asked(ana, closed['pending'].study)
  closed['declined'] = await anas()
  await imaging.declined(ana, adam, closed['declined'].study)
  for (const kind of ['revoked', 'expired', 'hidden', 'given to another']) {
    closed[kind] = await anas()
    await imaging.opened(ana, adam, closed[kind].study)
  }
  await imaging.revoke(ana, adam, closed['revoked']!.study)
  await imaging.expire(closed['expired']!.study)
  await imaging.giveTo(closed['hidden']!.study, null)
  await imaging.giveTo(closed['given to another']!.study, ben.id)
  closed['matched to nobody'] = await imaging.stored({ project })
  closed['unknown to the portal'] = await imaging.stored({ project }, { isListed: false })

  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  // As a socket sees it: no client in between that normalizes the path.
  const ask = async ({ path, method = 'GET', headers = {}, body }: Sent) => {
    const sent = request({
      port,
      host: '127.0.0.1',
      path,
      method,
      headers: headers as OutgoingHttpHeaders,
      agent: false,
    })
    sent.end(body)
    const [response] = await once(sent, 'response')
    const text = (await buffer(response)).toString('latin1')
    return {
      status: response.statusCode as number,
      headers: compared.map((name) => response.headers[name]),
      text: text.replace(/"request_id":"[^"]+"/, '').replace(/nonce="[^"]+"( content="[^"]+")?/g, ''),
    }
  }

  const none = unknownAim()
  const ofNone = new Map<string, ReturnType<typeof ask>>()
  /** The response to the same request for a study that does not exist; requested once. */
  const askOfNone = (sent: (aim: Aim) => Sent) => {
    const request = sent(none)
    const key = JSON.stringify(request)
    const answer = ofNone.get(key) ?? ask(request)
    ofNone.set(key, answer)
    return answer
  }

  const viewerFor = async (user: TestUser, study: string) => {
    const answer = await world.send(user, openStudy, { params: { study }, body: {} })
    return String(answer.cookies[0]?.value)
  }
  const bens = closed['a neighbour’s'].study
  const idle = await viewerFor(ben, bens)
  await owner("update viewer_tickets set last_used_at = now() - interval '15 minutes' where study_uid = $1", [bens])
  const left = await given.patient(project)
  const lefts = await imaging.stored({ project, patient: left.id })
  await imaging.opened(left, adam, lefts.study)
  const ended = await viewerFor(left, lefts.study)
  await owner('update sessions set revoked_at = now() where session_id = $1', [left.session])
  const deleted = await given.patient(project)
  await owner('update patients set deleted_at = now() where patient_id = $1', [deleted.id])
  const fresh = await viewerFor(ben, bens)
  const [kind, , , secret] = fresh.split('.')
  const ticket = await database.unscoped('test ticket', (db) => issueTicket(db, ben, bens))

  const viewer = await viewerFor(ana, own.study)
  // However long the tests take, no response renews its cookie.
  await owner("update viewer_tickets set last_used_at = now() + interval '1 hour' where study_uid = $1", [own.study])

  const means: Means = {
    own,
    bearer: bearerOf(ana),
    viewer,
    cookieOf: viewerCookie,
    dead: {
      idle,
      ended,
      grafted: [kind, project, ana.session, secret].join('.'),
      cut: fresh.slice(0, -1),
      elsewhere: fresh.replace(project, otherProject),
      'a ticket': ticket,
      'made up': `vt.${project}.${ben.session}.${'A'.repeat(43)}`,
    },
    sessionCookie: `${platform.sessions.cookieName('patient')}=${ana.refreshToken}`,
    otherProject,
    strangers: {
      'patient elsewhere': bearerOf(eve),
      'nurse elsewhere': bearerOf(await given.staff('Nurse', otherProject)),
      'admin elsewhere': bearerOf(abel),
      'signed out': bearerOf(left),
      deleted: bearerOf(deleted),
    },
  }
  const nora = await given.staff('Nurse', project)
  return { ...world, imaging, project, ana, adam, nora, closed, own, second, means, ask, askOfNone, viewerFor }
}

const drivers = {
  embedded: () => testApp(),
  dicomweb: () => testApp({ platform: ({ files }) => ({ archive: dicomwebArchive(orthanc!, files) }) }),
}

describe.each([
  { driver: 'embedded' as const, isThere: true },
  { driver: 'dicomweb' as const, isThere: hasOrthanc },
])('$driver archive', ({ driver, isThere }) => {
  describe.runIf(isThere)('with its files', async () => {
    if (!isThere) return
    const { ask, askOfNone, closed, own, second, means, imaging, ana, adam, nora, given, project, owner, viewerFor } =
      await worldOf(await drivers[driver]())
    const foreign = Object.values(closed).flatMap(({ study, series, instance }) => [study, series, instance])
    const withoutForeign = (text: string) => expect(foreign.filter((uid) => text.includes(uid))).toEqual([])
    const all = Object.entries(addresses)

    test.each(all)('what is open is there: %s', async (_name, path) => {
      const { status, text } = await ask({ path: path(own), headers: means.bearer })
      expect(status).toBe(200)
      expect(text.length).toBeGreaterThan(60)
    })

    test.each(Object.keys(closed).filter((kind) => !/another project|unknown/.test(kind)))(
      'staff of the project see a study that is %s',
      async (kind) => {
        const path = addresses['a file']!(closed[kind]!)
        expect((await ask({ path, headers: bearerOf(adam) })).status).toBe(200)
      },
    )

    // The portal decides the same way, whatever stores the files: with a PACS, which stores all projects together, every address is tried
    // once, and
    // every way in which a study is closed.
    const fewer = (kind: string, address: string) => kind === 'of another project' || address === 'a file'
    const closings = Object.keys(closed).flatMap((kind) =>
      all
        .filter(([address]) => driver === 'embedded' || fewer(kind, address))
        .map(([address, path]) => ({ kind, address, path })),
    )
    test.each(closings)('$kind: $address answers as for nobody’s', async ({ kind, path }) => {
      const answer = await ask({ path: path(closed[kind]!), headers: means.bearer })
      expect(answer).toEqual(await askOfNone((aim) => ({ path: path(aim), headers: means.bearer })))
      expect(answer.text).not.toContain(closed[kind]!.series)
    })

    const aims = ['a neighbour’s', 'of another project']
    const triedAims = driver === 'embedded' ? aims : ['of another project']
    const tries = [
      ...attempts.flatMap(([title, status, send]) => triedAims.map((aim) => ({ title, status, send, aim }))),
      ...byStrangers.map(([title, status, send]) => ({ title, status, send, aim: 'a neighbour’s' })),
    ]
    test.each(tries)('a study that is $aim: $title', async ({ status, send, aim }) => {
      const answer = await ask(send(closed[aim]!, means))
      if (status !== null) expect(answer.status).toBe(status)
      expect(answer).toEqual(await askOfNone((none) => send(none, means)))
      withoutForeign(answer.text)
    })

    const mixed = chains.flatMap(([title, status, send]) => aims.map((aim) => ({ title, status, send, aim })))
    test.each(mixed)('staff and a study that is $aim: $title', async ({ status, send, aim }) => {
      const asNurse = { ...means, bearer: bearerOf(nora) }
      const answer = await ask(send(closed[aim]!, asNurse))
      expect(answer.status).toBe(status)
      expect(answer).toEqual(await askOfNone((none) => send(none, asNurse)))
    })

    test.each(all)('a viewer shows one study of several that are open: %s', async (_name, path) => {
      const through = (aim: Aim) =>
        ask({ path: path(aim), headers: { cookie: `${viewerCookie(aim.study)}=${means.viewer}` } })
      expect((await ask({ path: path(second), headers: means.bearer })).status).toBe(200)
      expect((await through(own)).status).toBe(200)
      expect(await through(second)).toEqual(await through(unknownAim()))
    })

    test.each(['0', '2', '1,2', '999999', '1000000', '-1', 'all'])(
      'frame %s of the own file is as one of no file',
      async (frame) => {
        const framesOf = (aim: Aim) => ({ path: `${addresses['a file']!(aim)}/frames/${frame}`, headers: means.bearer })
        const answer = await ask(framesOf(own))
        expect(answer.status).toBe(404)
        expect(answer).toEqual(await ask(framesOf({ ...own, instance: unknownAim().instance })))
      },
    )

    const endings: Record<string, [status: number, (patient: TestUser, study: string) => Promise<unknown>]> = {
      'the access is revoked': [404, (patient, study) => imaging.revoke(patient, adam, study)],
      'the access has expired': [404, (_patient, study) => imaging.expire(study)],
      'the study is taken away': [404, (_patient, study) => imaging.giveTo(study, null)],
      'the study is given to another': [404, (_patient, study) => imaging.giveTo(study, ana.id)],
      'the session ends': [
        401,
        (patient) => owner('update sessions set revoked_at = now() where session_id = $1', [patient.session]),
      ],
      'the patient is deleted': [
        401,
        (patient) => owner('update patients set deleted_at = now() where patient_id = $1', [patient.id]),
      ],
    }
    test.each(Object.entries(endings))('an open viewer gets nothing more once %s', async (_title, [status, end]) => {
      const cleo = await given.patient(project)
      const aim = await imaging.stored({ project, patient: cleo.id })
      await imaging.opened(cleo, adam, aim.study)
      const cookie = `${viewerCookie(aim.study)}=${await viewerFor(cleo, aim.study)}`
      const next = (headers: Record<string, string>) =>
        Promise.all(all.map(async ([, path]) => (await ask({ path: path(aim), headers })).status))
      expect(new Set(await next({ cookie }))).toEqual(new Set([200]))
      await end(cleo, aim.study)
      const [list, ...rest] = await next({ cookie })
      expect(list).toBe(status === 404 ? 200 : status)
      expect(new Set(rest)).toEqual(new Set([status]))
      expect((await ask({ path: addresses['the study in the list']!(aim), headers: { cookie } })).text).not.toContain(
        aim.series,
      )
    })
  })
})
