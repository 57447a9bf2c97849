import { test as base, expect } from '@playwright/test'
import { acts, stepsOf } from './offline/acts.ts'
import { type Link, openLink } from './offline/link.ts'
import { expectDrafts, expectStored, expectWhole } from './offline/oracle.ts'
import { storedOf } from './offline/stored.ts'
import { type Act, newModel, type Walk } from './offline/walk.ts'
import { demoPassword, newPatient, signInPatient } from './people.ts'

/**
 * A walk over all that a patient does. `OFFLINE_STEPS=300` walks farther, which takes many minutes, and `OFFLINE_SEED` another way. Each
 * leg is a patient's own, so that legs can be walked at the same time.
 */
const legSteps = 34
const steps = Number(process.env.OFFLINE_STEPS ?? 2 * legSteps)
const seed = Number(process.env.OFFLINE_SEED ?? 6824)
const legs = Array.from({ length: Math.ceil(steps / legSteps) }, (_, n) => ({
  seed: seed + n,
  length: Math.min(legSteps, steps - n * legSteps),
}))

/** But a sign-in, which is pressed once. */
const anyCall = /^\w+ \/(patient|common\/api)\/(?!login|logout)/

const test = base.extend<{ link: Link }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it
  link: async ({}, use) => {
    const link = await openLink()
    await use(link)
    link.close()
  },
  // Without the exception a browser goes around its proxy to this machine.
  proxy: ({ link }, use) => use({ server: link.address, bypass: '<-loopback>' }),
  serviceWorkers: 'allow',
  viewport: { width: 390, height: 844 },
})

for (const leg of legs)
  test(`whatever a dropped link cuts, nothing is lost and nothing is stored twice: seed ${leg.seed}`, async ({
    page,
    link,
  }) => {
    const patient = await newPatient(page.request)
    await signInPatient(page, patient.email, patient.password)
    const nurse = { email: 'nurse@northside.example', password: demoPassword }
    // What could not be loaded is asked for again, as the page offers it. Browsers remember a part of the program that did not come.
    const again = page
      .getByRole('main')
      .getByRole('button', { name: /^(Retry|Reload)$/ })
      .first()
    // It may have come by itself, or the page be left, before it is pressed.
    const press = () => again.click({ timeout: 2000 }).catch(() => undefined)
    await page.addLocatorHandler(again, press, { noWaitAfter: true })
    let last = 0
    const walk: Walk = {
      page,
      link,
      patient,
      model: newModel(),
      stored: await storedOf(patient, nurse),
      word: patient.name.split(' ').at(-1) ?? '',
      next: () => ++last,
    }
    const wanted = stepsOf(leg.seed, leg.length)
    for (let n = 1; wanted.length > 0; n++) {
      // What cannot be done yet, such as canceling a visit, comes as soon as it can.
      const at = wanted.findIndex((one) => (acts[one.name] as Act).may?.(walk.model, one) !== false)
      const [step] = wanted.splice(Math.max(0, at), 1)
      if (!step || at < 0) continue
      const { name, weather } = step
      await test.step(`${n}: ${name}, ${weather.name}`, async () => {
        if (weather.anywhere)
          link.cutNext({ about: anyCall, cut: weather.anywhere, after: step.choice % 6, times: 1 + (step.choice % 2) })
        await acts[name].run(walk, step)
        link.cutNothing()
        await expectWhole(walk)
        await expect(async () => {
          await expectStored(walk)
          await expectDrafts(walk)
        }).toPass({ timeout: 90_000, intervals: [50, 100, 200, 500] })
      })
    }
  })
