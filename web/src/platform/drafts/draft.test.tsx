import { draftSaveDelayMs } from '@fornix/contract'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { axeHits } from '../../testing/axe.ts'
import { keys, path, Sample, start, typedIn } from '../../testing/draft-form.tsx'
import { refused, type Served, serve } from '../../testing/serve.ts'
import { show, signIn, signOut } from '../../testing/show.tsx'
import { endSession } from '../session/session.tsx'
import { clearDrafts } from './draft-keeper.ts'

const pauseTimers = () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
}

beforeEach(() => {
  signOut()
  signIn('Nurse')
})

test('what is typed is kept after a pause, without passwords and files', async () => {
  const { screen, calls, subject } = await start()
  await screen.getByRole('button', { name: 'Choose' }).click()
  await screen.getByLabelText('Password', { exact: true }).fill('secret')
  await subject.fill('Parking')

  await expect.poll(calls).toEqual([['POST ', { values: { subject: 'Parking' } }]])
})

test('it is offered, and the form stays empty until it is taken up', async () => {
  const { screen, calls, subject } = await start({ subject: 'Parking', gone: 'field', file: 7 })
  await expect.element(screen.getByText(/^You have unsaved changes from /)).toBeVisible()
  await expect.element(screen.getByText(/Please choose them again/)).toBeVisible()
  await expect.element(subject).toHaveValue('')
  expect(await axeHits()).toEqual([])

  await screen.getByRole('button', { name: 'Continue editing' }).click()
  await expect.element(subject).toHaveValue('Parking')
  await expect.element(subject).toHaveFocus()
  expect(await axeHits()).toEqual([])

  await screen.getByRole('button', { name: 'Discard' }).click()
  await expect.element(subject).toHaveValue('')
  await expect.element(screen.getByRole('status')).toBeEmptyDOMElement()
  // What was taken up may have been saved meanwhile.
  await expect.poll(() => calls().at(-1)).toEqual(['DELETE ', undefined])
})

test('an offer that is discarded is forgotten, and what is typed after it is kept', async () => {
  const { screen, calls, subject } = await start({ subject: 'Parking' })
  await screen.getByRole('button', { name: 'Discard' }).click()
  await expect.element(screen.getByRole('status')).toBeEmptyDOMElement()
  await subject.fill('Directions')
  await expect.poll(calls).toEqual([
    ['DELETE ', undefined],
    ['POST ', { values: { subject: 'Directions', file: null } }],
  ])
})

test('what is typed beside an offer is kept, also when the offer is discarded', async () => {
  const { screen, calls, subject } = await start({ subject: 'Parking' })
  await expect.element(screen.getByRole('button', { name: 'Continue editing' })).toBeVisible()
  await subject.fill('Directions')
  await screen.getByRole('button', { name: 'Discard' }).click()
  await expect.element(subject).toHaveValue('Directions')
  await expect.poll(calls).toEqual([['POST ', { values: { subject: 'Directions', file: null } }]])
})

test('what is typed beside an offer is replaced by it only after a question', async () => {
  const { screen, subject } = await start({ subject: 'Parking' })
  const resume = screen.getByRole('button', { name: 'Continue editing' })
  await expect.element(resume).toBeVisible()
  await subject.fill('Directions')
  await resume.click()
  await expect.element(screen.getByText('This will replace what you just typed.')).toBeVisible()
  await expect.element(subject).toHaveValue('Directions')
  expect(await axeHits()).toEqual([])
  await screen.getByRole('button', { name: 'Cancel' }).first().click()
  await expect.element(subject).toHaveValue('Directions')

  await resume.click()
  await screen.getByRole('button', { name: 'Replace' }).click()
  await expect.element(subject).toHaveValue('Parking')
})

test('who says that what was typed may be lost does not lose an offer nobody looked at', async () => {
  const { screen, calls, subject } = await start({ subject: 'Parking' })
  await expect.element(screen.getByRole('button', { name: 'Continue editing' })).toBeVisible()
  await clearDrafts()
  expect(calls()).toEqual([])
  await screen.getByRole('button', { name: 'Continue editing' }).click()
  await expect.element(subject).toHaveValue('Parking')
  await clearDrafts()
  expect(calls()).toEqual([['DELETE ', undefined]])
})

test.each(['Send', 'Cancel'])('%s forgets it', async (button) => {
  const { screen, calls, subject } = await start({ subject: 'Parking' })
  await screen.getByRole('button', { name: 'Continue editing' }).click()
  await expect.element(subject).toHaveValue('Parking')
  await screen.getByRole('button', { name: button }).click()
  await expect.poll(calls).toEqual([['DELETE ', undefined]])
  await screen.unmount()
  expect(calls()).toHaveLength(1)
})

test('what is sent from a resumed draft has the key that it had before, and what is sent next or changed has another', async () => {
  const draft = { subject: 'Parking', sendSeed: '01930000-0000-7000-8000-0000000000d1' }
  const keyOf = async (subject?: string) => {
    const { screen } = await start(draft)
    await screen.getByRole('button', { name: 'Continue editing' }).click()
    if (subject) await screen.getByLabelText('Subject').fill(subject)
    keys.length = 0
    for (const count of [1, 2]) {
      await screen.getByRole('button', { name: 'Send' }).click()
      await expect.poll(() => keys).toHaveLength(count)
    }
    await screen.unmount()
    return keys[0]
  }
  const first = await keyOf()
  expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(keys[1]).not.toBe(first)
  expect(await keyOf()).toBe(first)
  expect(await keyOf('Parking?')).not.toBe(first)
})

test('a text does not overtake the one before it on its way to the server', async () => {
  pauseTimers()
  const saved = { saved_at: '2026-11-21T20:42:07Z' }
  const first = Promise.withResolvers<void>()
  const arrived: unknown[] = []
  serve({
    [`GET ${path}`]: [200, { draft: null }],
    [`POST ${path}`]: async ({ body }) => {
      arrived.push(typedIn(body))
      if (arrived.length === 1) await first.promise
      return [200, saved]
    },
  })
  const { screen } = await show(<Sample />)
  const subject = screen.getByLabelText('Subject')
  await subject.fill('Park')
  await expect.poll(() => arrived).toHaveLength(1)
  await subject.fill('Parking')
  await vi.advanceTimersByTimeAsync(draftSaveDelayMs + 500)
  expect(arrived).toEqual([{ subject: 'Park', file: null }])
  first.resolve()
  await expect
    .poll(() => arrived)
    .toEqual([
      { subject: 'Park', file: null },
      { subject: 'Parking', file: null },
    ])
})

type Waits = { firstSave?: () => Promise<void>; delete?: () => Promise<void> }
/** Types a draft, cancels it and types another, while the server notes what arrives and answers once it has waited. */
const cancelAndRetype = async (arrived: string[], waits: Waits) => {
  const saved = { saved_at: '2026-11-21T20:42:07Z' }
  serve({
    'POST /common/api/draft/later/': () => {
      arrived.push('later')
      return [200, saved]
    },
    [`GET ${path}`]: [200, { draft: null }],
    [`POST ${path}`]: async ({ body }) => {
      arrived.push(JSON.stringify(typedIn(body)))
      if (arrived.length === 1) await waits.firstSave?.()
      return [200, saved]
    },
    [`DELETE ${path}`]: async () => {
      await waits.delete?.()
      arrived.push('deleted')
      return [200, { message: 'Draft deleted' }]
    },
  })
  const { screen } = await show(<Sample />)
  const subject = screen.getByLabelText('Subject')
  await subject.fill('Parking')
  await expect.poll(() => arrived).toHaveLength(1)
  await screen.getByRole('button', { name: 'Cancel' }).click()
  await subject.fill('Hours')
  return screen
}

test('the deletion of what was sent does not take what is typed after it', async () => {
  pauseTimers()
  const deletion = Promise.withResolvers<void>()
  const arrived: string[] = []
  await cancelAndRetype(arrived, { delete: () => deletion.promise })
  await vi.advanceTimersByTimeAsync(draftSaveDelayMs + 500)
  deletion.resolve()
  await expect
    .poll(() => arrived)
    .toEqual(['{"subject":"Parking","file":null}', 'deleted', '{"subject":"Hours","file":null}'])
})

test('a deletion that still waits does not take what was saved when the form was left', async () => {
  const first = Promise.withResolvers<void>()
  const arrived: string[] = []
  const screen = await cancelAndRetype(arrived, { firstSave: () => first.promise })
  await screen.unmount()
  await expect.poll(() => arrived).toHaveLength(2)
  first.resolve()
  const later = await show(<Sample name="later" />)
  await later.screen.getByLabelText('Subject').fill('Directions')
  await expect
    .poll(() => arrived)
    .toEqual(['{"subject":"Parking","file":null}', '{"subject":"Hours","file":null}', 'later'])
})

test('the end of a session keeps it first, with that session’s token', async () => {
  const { sent, subject } = await start()
  await subject.fill('Parking')
  endSession('idle')

  await expect
    .poll(() => sent.map(({ call }) => call))
    .toEqual([`GET ${path}`, `POST ${path}`, 'POST /operator/logout/'])
  expect(sent[1]?.headers.get('authorization')).toBe('Bearer first')
})

test('leaving the page keeps it, and the next person in this tab gets nothing of it', async () => {
  const { screen, calls, subject } = await start()
  await subject.fill('Parking')
  signOut()
  signIn('Patient')
  await screen.unmount()
  expect(calls()).toEqual([])
})

test('what is typed before the server says whether there is a draft is saved when the form is left', async () => {
  const sent = serve({
    [`GET ${path}`]: () => new Promise<Served>(() => {}),
    [`POST ${path}`]: [200, { saved_at: '2026-11-21T20:42:07Z' }],
  })
  const { screen } = await show(<Sample />)
  await screen.getByLabelText('Subject').fill('Parking')
  await screen.unmount()
  await expect.poll(() => sent.map(({ call }) => call)).toEqual([`GET ${path}`, `POST ${path}`])
})

/** A form in which something was typed and saved before the server says whether there is a draft. */
const typedEarly = async () => {
  const { promise, resolve } = Promise.withResolvers<Served>()
  const saved = { saved_at: '2026-11-21T20:42:07Z' }
  const sent = serve({ [`GET ${path}`]: () => promise, [`POST ${path}`]: [200, saved] })
  const { screen } = await show(<Sample />)
  const subject = screen.getByLabelText('Subject')
  const saves = () => sent.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body?.['values'])
  await subject.fill('Parking')
  await expect.poll(() => saves().length, { timeout: 5000 }).toBe(1)
  return { screen, subject, saves, arrive: (values: unknown) => resolve([200, { draft: { values, ...saved } }]) }
}

test('what was left earlier is offered, too, if somebody types before it arrives', async () => {
  const { screen, subject, saves, arrive } = await typedEarly()
  arrive({ subject: 'Ten lines about an implant' })
  await screen.getByRole('button', { name: 'Continue editing' }).click()
  await screen.getByRole('button', { name: 'Replace' }).click()
  await expect.element(subject).toHaveValue('Ten lines about an implant')
  await expect.poll(() => saves().at(-1), { timeout: 5000 }).toMatchObject({ subject: 'Ten lines about an implant' })
})

test('the offer stays for somebody who empties what they typed to take it up', async () => {
  const { screen, subject, arrive } = await typedEarly()
  arrive({ subject: 'Ten lines about an implant' })
  await expect.element(screen.getByRole('button', { name: 'Continue editing' })).toBeVisible()
  await subject.fill('')
  await screen.getByRole('button', { name: 'Continue editing' }).click()
  await expect.element(subject).toHaveValue('Ten lines about an implant')
})

test('what this form has saved itself is not offered in it', async () => {
  const { screen, subject, saves, arrive } = await typedEarly()
  arrive(saves()[0])
  await subject.fill('Parking?')
  await expect.poll(() => saves().length, { timeout: 5000 }).toBe(2)
  await expect.element(screen.getByRole('status')).toBeEmptyDOMElement()
})

test('a server without drafts is no obstacle', async () => {
  serve({ [`GET ${path}`]: () => refused(503) })
  const { screen } = await show(<Sample />)
  await screen.getByLabelText('Subject').fill('Parking')
  await expect.element(screen.getByRole('status')).toBeEmptyDOMElement()
})
