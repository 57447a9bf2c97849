import { setTimeout as pause } from 'node:timers/promises'
import { allPages, patientTabs } from '@fornix/contract'
import type { Figure } from '../../bench/report.ts'
import { failures } from '../../e2e/loaded.ts'
import { demoPassword } from '../../e2e/people.ts'
import { startPortal } from '../portal.ts'
import { missingParts, openWebKit, type Window } from '../webkit/web-driver.ts'

const people = [
  { role: 'Patient', entrance: '/patients', home: 'Home', email: 'ana.rivera@northside.example' },
  { role: 'Physician', entrance: '/physicians', home: 'Patient List', email: 'physician@northside.example' },
] as const

const addressesFor = (role: 'Patient' | 'Physician') =>
  allPages
    .filter(({ allow }) => allow !== 'anyone' && allow.includes(role))
    .flatMap(({ path }) => (path.includes(':tab') ? patientTabs.map((tab) => path.replace(':tab', tab)) : [path]))
    .filter((path) => !path.includes(':'))

/** Notes what goes wrong from now on; the viewer is a document of its own, in which it begins anew. */
const watch = `
  if (!globalThis.faults) {
    globalThis.faults = []
    addEventListener('error', ({ message }) => message && faults.push(message))
    addEventListener('unhandledrejection', ({ reason }) => faults.push(String(reason)))
    const { error } = console
    console.error = (...said) => { faults.push(said.join(' ')); error(...said) }
  }`

type Look = { heading: string; busy: number; faults: string[]; tooWide: boolean; failed: boolean }
const look = (window: Window) =>
  window.run(`${watch}
  return {
    heading: document.querySelector('h1:not([data-left])')?.innerText ?? '',
    busy: document.querySelectorAll('[aria-busy=true]').length,
    faults: globalThis.faults.splice(0),
    tooWide: document.documentElement.scrollWidth > document.documentElement.clientWidth,
    failed: new RegExp(${JSON.stringify(`went wrong|could not be|${failures}`)}).test(document.body.innerText),
  }`) as Promise<Look>

const follow = async (window: Window, address: string) => {
  await window.run(`${watch}
    for (const title of document.querySelectorAll('h1')) title.setAttribute('data-left', '')
    history.pushState(null, '', ${JSON.stringify(address)})
    dispatchEvent(new PopStateEvent('popstate', { state: null }))`)
  for (let tries = 0; tries < 60; tries++) {
    await pause(250)
    const seen = await look(window)
    if (seen.heading && seen.busy === 0) return seen
  }
  return { ...(await look(window)), failed: true }
}

/** Every page of a person, from the sign-in form on. What is wrong, a line each. */
const walk = async (window: Window, portal: string, { role, entrance, home, email }: (typeof people)[number]) => {
  await window.go(`${portal}${entrance}`)
  await window.type('//input[@name="email" or @type="email"]', email)
  await window.type('//input[@type="password"]', demoPassword)
  await window.click('//form//button[@type="submit"]')
  await window.find(`//head/title[starts-with(., "${home} ")]`)
  const wrong: string[] = []
  const addresses = addressesFor(role)
  for (const address of addresses) {
    const { faults, tooWide, failed } = await follow(window, address)
    wrong.push(...faults.map((fault) => `${address}: ${fault}`))
    if (failed) wrong.push(`${address} did not come`)
    if (tooWide) wrong.push(`${address} is wider than its window`)
  }
  return { pages: addresses.length, wrong }
}

/** Until the viewer says the value under its crosshair; undefined when it never does. */
const pictureOf = async (window: Window, portal: string) => {
  await window.go(`${portal}/scan`)
  await window.click('//button[starts-with(normalize-space(), "Open images")]')
  await window.toNewWindow(/\/viewer/)
  const said = await window.find('//main//*[@role="status" and contains(., "Value ")]')
  return said !== undefined
}

/** Every page in WebKitGTK, the engine of Safari, at the width of a phone and of a desk, and a scan opened there. */
export const drillWebKit = async (): Promise<Figure[] | string> => {
  const missing = missingParts()
  if (missing) return missing
  const portal = await startPortal()
  try {
    const wrong: string[] = []
    let [pages, pictures] = [0, 0]
    for (const width of [390, 1280])
      for (const person of people) {
        const window = await openWebKit(width, 900)
        try {
          const walked = await walk(window, portal.address, person)
          pages += walked.pages
          wrong.push(...walked.wrong)
          if (person.role === 'Patient' && (await pictureOf(window, portal.address))) pictures += 1
        } finally {
          await window.close()
        }
      }
    for (const line of wrong) console.log(`  ${line}`)
    return [
      { what: 'webkit: pages opened', value: pages, unit: '', atLeast: 1 },
      { what: 'webkit: scans opened to the picture', value: pictures, unit: '', atLeast: 2 },
      { what: 'webkit: what went wrong', value: wrong.length, unit: '', atMost: 0 },
    ]
  } finally {
    await portal.stop()
  }
}
