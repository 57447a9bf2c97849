import { setTimeout as pause } from 'node:timers/promises'
import { getDraft, getMyPatientInfo, listPatients, saveDraft, updateMyProfile } from '../../contract/src/index.ts'
import { type Answer, type Person, person } from '../calls.ts'
import { startBell } from './bell.ts'
import { type Browser, browserAt } from './browser.ts'

const patients = ['ana.rivera', 'ben.okafor'].map((name) => `${name}@northside.example`)
const others = ['dana.rossi', 'eli.novak'].map((name) => `${name}@lakeview.example`)
const staff = ['nurse', 'physician', 'tech'].map((name) => `${name}@northside.example`)
const neighbors = ['nurse', 'physician', 'tech'].map((name) => `${name}@lakeview.example`)
const isPatient = new Set([...patients, ...others])
const everybody = [...isPatient, ...staff, ...neighbors]

/** Between two things that somebody does at a page. */
const thinkMs = () => 3000 + Math.random() * 4000
/** A session that ran out, a limit: no fault of the cluster. A file of the page that is not there is one. */
const isFailed = (status: number) => status === 0 || [400, 404].includes(status) || status >= 500

type Counts = { all: number; failed: number; slowestMs: number; said: Map<string, number> }

/** Writes what failed down, and by what. */
const counting = () => {
  const counts: Counts = { all: 0, failed: 0, slowestMs: 0, said: new Map() }
  const count = (what: string, answer: Answer) => {
    counts.all++
    counts.slowestMs = Math.max(counts.slowestMs, answer.ms)
    if (!isFailed(answer.status)) return
    counts.failed++
    const line = `${answer.status} ${what}`
    counts.said.set(line, (counts.said.get(line) ?? 0) + 1)
  }
  return { counts, count }
}
type Count = ReturnType<typeof counting>['count']

/** The page with the scripts and styles that it names, which may come from another node than the page. */
const openPage = async (address: string, { ask }: Browser, count: Count) => {
  const page = await ask(address, { headers: { accept: 'text/html' } })
  count('page', page)
  const files = [...String(page.bytes).matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '')
  for (const answer of await Promise.all(files.map((path) => ask(`${address}${path}`))))
    count('file of the page', answer)
}

/** Keeps a draft that only grows, and looks whether it still stands there. */
const draftOf = (somebody: Person, form: string, count: Count) => {
  const params = { form }
  // A drill before this one has left its own.
  let next = Date.now()
  let [acknowledged, times] = [0, 0]
  const isKept = async () => {
    const answer = await somebody.call(getDraft, { params })
    count('read draft', answer)
    if (answer.status !== 200) return undefined
    const { draft } = answer.json() as { draft: { values: { number: number } } | null }
    return (draft?.values.number ?? 0) >= acknowledged
  }
  const keep = async () => {
    const number = ++next
    const answer = await somebody.call(saveDraft, {
      params,
      body: { values: { number, text: 'What I was going to say' } },
    })
    count('keep draft', answer)
    if (answer.status !== 200) return
    acknowledged = number
    times++
  }
  return { keep, isKept, acknowledged: () => times }
}

const signedIn = (address: string, index: number) => {
  const email = everybody[index % everybody.length] ?? ''
  const browser = browserAt(`127.0.1.${1 + index}`)
  return { browser, somebody: person(address, email, isPatient.has(email) ? 'patient' : 'operator', browser.ask) }
}
type Signed = ReturnType<typeof signedIn>

/** So many windows at once, of people who read, save and keep drafts at the speed of people; those of the staff hold a stream each. */
export const startCrowd = async (address: string, size: number) => {
  const { counts, count } = counting()
  const stopping = new AbortController()
  const bells: ReturnType<typeof startBell>[] = []
  let [lost, acknowledged] = [0, 0]

  const live = async (index: number, { browser, somebody }: Signed) => {
    const { email } = somebody
    const draft = draftOf(somebody, `drill-${index % 2}-${Math.floor(index / 2 / everybody.length)}`, count)
    const read = () =>
      isPatient.has(email)
        ? somebody.call(getMyPatientInfo, { params: { email } })
        : somebody.call(listPatients, { query: { page_size: '50', sort: 'created_at', order: 'asc' } })
    const look = async () => {
      if ((await draft.isKept()) === false) lost++
    }
    const acts = [
      async () => count('read', await read()),
      draft.keep,
      look,
      async () => {
        if (!isPatient.has(email)) return draft.keep()
        // The writers count by the other line.
        count('save', await somebody.call(updateMyProfile, { body: { address_2: `${index} Crowd Street` } }))
      },
      () => openPage(address, browser, count),
    ]
    if (!isPatient.has(email)) {
      bells.push(startBell(address, browser, somebody, stopping.signal))
    }
    for (let turn = index; !stopping.signal.aborted; turn++) {
      await pause(thinkMs(), undefined, { signal: stopping.signal }).catch(() => {})
      if (!stopping.signal.aborted) await acts[turn % acts.length]?.()
    }
    await look()
    acknowledged += draft.acknowledged()
  }

  const living: Promise<void>[] = []
  // Two windows a person: nobody may have more than twenty sessions.
  for (let index = 0; index < size; index += 2) {
    const signed = signedIn(address, index / 2)
    living.push(Promise.all([live(index, signed), live(index + 1, signed)]).then(signed.browser.close))
    // Their sign-ins cost more than anything that they do later.
    await pause(300)
  }
  return {
    streamsAway: () => bells.filter(({ isOpen }) => !isOpen).length,
    stop: async () => {
      stopping.abort()
      await Promise.all(living)
      return { ...counts, lost, acknowledged, ended: bells.reduce((sum, { ends }) => sum + ends, 0) }
    },
  }
}
