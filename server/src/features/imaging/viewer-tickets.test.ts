import {
  completeOperatorReset,
  dicomwebRoot,
  endSession,
  logoutOperator,
  openStudy,
  resetOperatorPassword,
} from '@fornix/contract'
import { describe, expect, test } from 'vitest'
import { addresses } from '../../../test/bypass-attempts.ts'
import { secretIn } from '../../../test/cookies-and-links.ts'
import type { TestUser } from '../../../test/given.ts'
import { type Aim, imagingApp } from '../../../test/imaging-world.ts'
import { viewerCookie } from '../../platform/sessions/viewer-tickets.ts'

const template = (origin: string) => `${origin}/ohif/viewer?StudyInstanceUIDs={study}&token={token}`
const publicUrl = 'http://localhost:3000'
const worldWith = async (viewer: string) => {
  const world = await imagingApp({ environment: { PUBLIC_URL: publicUrl, VIEWER_URL_TEMPLATE: viewer } })
  const project = await world.given.project()
  const nora = await world.given.staff('Nurse', project)
  const aim = await world.imaging.stored({ project })
  const other = await world.imaging.stored({ project })
  const open = async (user: TestUser, study: string) => {
    const { status, body, cookies } = await world.send(user, openStudy, { params: { study }, body: {} })
    expect(status).toBe(200)
    return { ticket: new URL(body.viewer, publicUrl).searchParams.get('token') ?? '', cookies, address: body.viewer }
  }
  /** As a program with its own cookies: a ticket instead of a token, or none. */
  const ask = (url: string, { ticket, cookies = {} }: { ticket?: string; cookies?: Record<string, string> }) =>
    world.app.inject({ url, cookies, headers: ticket ? { authorization: `Bearer ${ticket}` } : {} })
  return { ...world, project, nora, aim, other, open, ask }
}
const all = Object.entries(addresses)
const ofSeries = (aim: Aim) => addresses['its series']!(aim)
const jarOf = ({ cookies }: { cookies: { name: string; value: string }[] }) =>
  Object.fromEntries(cookies.map(({ name, value }) => [name, value]))
const cookieLooks = { httpOnly: true, sameSite: 'Strict', path: dicomwebRoot, maxAge: 900 }
const studiesIn = (body: string) =>
  (JSON.parse(body) as Record<string, { Value: string[] }>[]).map((tags) => tags['0020000D']?.Value[0]).toSorted()

describe('a viewer on another address', async () => {
  const world = await worldWith(template('https://viewer.clinic.example'))
  const { nora, aim, other, open, ask, owner, project, given, send, platform, mailsTo } = world
  const exchanged = async (user = nora, study = aim) => {
    const { ticket } = await open(user, study.study)
    const answer = await ask(ofSeries(study), { ticket })
    expect(answer.statusCode).toBe(200)
    return { ticket, cookies: jarOf(answer), answer }
  }
  const unusedFor = (minutes: number) =>
    owner('update viewer_tickets set last_used_at = now() - make_interval(mins => $1)', [minutes])

  test('its address holds a ticket and the portal’s browser no cookie; the first question gets the cookie', async () => {
    const opened = await open(nora, aim.study)
    expect(opened.cookies).toEqual([])
    expect(opened.address).toMatch(
      /^https:\/\/viewer\.clinic\.example\/ohif\/viewer\?StudyInstanceUIDs=[\d.]+&token=vt\./,
    )
    const { ticket, cookies, answer } = await exchanged()
    expect(answer.cookies).toMatchObject([{ name: viewerCookie(aim.study), ...cookieLooks }])
    expect(answer.cookies[0]?.value).not.toContain(ticket.split('.')[3])
    for (const [, path] of all) {
      // OHIF sends its token forever; the cookie alone is enough.
      expect((await ask(path(aim), { ticket, cookies })).statusCode).toBe(200)
      expect((await ask(path(aim), { cookies })).statusCode).toBe(200)
    }
  })

  test.each(all)('a ticket that was exchanged is worth nothing without the cookie: %s', async (_name, path) => {
    const { ticket, cookies } = await exchanged()
    expect((await ask(path(aim), { ticket })).statusCode).toBe(401)
    expect((await ask(path(aim), { ticket, cookies: { [viewerCookie(aim.study)]: ticket } })).statusCode).toBe(401)
    expect((await ask(path(aim), { ticket: Object.values(cookies)[0]! })).statusCode).toBe(401)
  })

  test('of many who show a ticket at once one gets in', async () => {
    const { ticket } = await open(nora, aim.study)
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask(ofSeries(aim), { ticket })))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(11)
    expect(answers.filter(({ headers }) => headers['set-cookie'])).toHaveLength(1)
  })

  test('a ticket that nobody exchanged within a minute is dead', async () => {
    const { ticket } = await open(nora, aim.study)
    await owner("update viewer_tickets set issued_at = now() - interval '61 seconds' where first_used_at is null")
    expect((await ask(ofSeries(aim), { ticket })).statusCode).toBe(401)
  })

  test('15 minutes without a question end it, and every question begins them anew', async () => {
    const { cookies } = await exchanged()
    for (const minutes of [14, 14, 14]) {
      await unusedFor(minutes)
      const answer = await ask(ofSeries(aim), { cookies })
      expect(answer.statusCode).toBe(200)
      expect(answer.cookies).toMatchObject([{ value: cookies[viewerCookie(aim.study)], ...cookieLooks }])
      expect((await ask(ofSeries(aim), { cookies })).headers['set-cookie']).toBeUndefined()
    }
    await unusedFor(15)
    expect((await ask(ofSeries(aim), { cookies })).statusCode).toBe(401)
    expect((await ask(ofSeries(aim), { cookies })).statusCode).toBe(401)
  })

  const endings: Record<string, (user: TestUser) => Promise<{ status: number }>> = {
    'signing out': ({ refreshToken }) =>
      send(null, logoutOperator, {}, { cookies: { [platform.sessions.cookieName('operator')]: refreshToken } }),
    'ending the session': (user) => send(user, endSession, { params: { id: user.session } }),
    'a new password': async ({ email }) => {
      await send(null, resetOperatorPassword, { params: { email } })
      const mails = await mailsTo(email)
      const token = secretIn(mails.map(({ body }) => body).join())
      return send(null, completeOperatorReset, { params: { token }, body: { password: 'Fresh-lantern-3!' } })
    },
  }
  test.each(Object.entries(endings))('%s ends it, and a ticket that was not exchanged yet', async (_title, end) => {
    const nurse = await given.staff('Nurse', project)
    const { cookies } = await exchanged(nurse)
    const { ticket } = await open(nurse, aim.study)
    expect((await end(nurse)).status).toBe(200)
    expect((await ask(ofSeries(aim), { cookies })).statusCode).toBe(401)
    expect((await ask(ofSeries(aim), { ticket })).statusCode).toBe(401)
  })

  test('a new ticket is worth more than the cookie of a session that is over', async () => {
    const nurse = await given.staff('Nurse', project)
    const { cookies } = await exchanged(nurse)
    await owner('update sessions set revoked_at = now() where session_id = $1', [nurse.session])
    const { ticket } = await open(nora, aim.study)
    const answer = await ask(ofSeries(aim), { ticket, cookies })
    expect(answer.statusCode).toBe(200)
    expect(jarOf(answer)).not.toEqual(cookies)
  })

  test('it shows its study and no other; a list that names none is of all that are open in the browser', async () => {
    await world.imaging.stored({ project })
    const { cookies } = await exchanged()
    const foreign = { ...cookies, [viewerCookie(other.study)]: Object.values(cookies)[0]! }
    for (const [name, path] of all.slice(1))
      expect([name, (await ask(path(other), { cookies: foreign })).statusCode]).toEqual([name, 404])
    for (const [name, path] of all)
      expect([name, (await ask(path(other), { cookies })).statusCode]).toEqual([name, 401])
    const listed = async (jar: Record<string, string>) =>
      studiesIn((await ask(`${dicomwebRoot}/studies`, { cookies: jar })).body)
    expect(await listed(cookies)).toEqual([aim.study])
    expect(await listed({ ...cookies, ...(await exchanged(nora, other)).cookies })).toEqual(
      [aim.study, other.study].toSorted(),
    )
  })
})

describe.each(['http://localhost:3000', ''])('a viewer on the portal’s address: "%s"', async (origin) => {
  const { nora, aim, open, ask } = await worldWith(template(origin))

  test('its address holds no ticket, and every question is answered by the cookie that opening it has set', async () => {
    const { address, ticket, cookies } = await open(nora, aim.study)
    expect(address).toBe(`${origin}/ohif/viewer?StudyInstanceUIDs=${aim.study}&token=`)
    expect(ticket).toBe('')
    expect(cookies).toMatchObject([{ name: viewerCookie(aim.study), ...cookieLooks }])
    for (const [name, path] of all) {
      expect([name, (await ask(path(aim), { cookies: jarOf({ cookies }) })).statusCode]).toEqual([name, 200])
      expect([name, (await ask(path(aim), {})).statusCode]).toEqual([name, 401])
    }
  })
})
