import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { type Page, test } from '@playwright/test'

/** The test is skipped where the system has no app to make codes. */
export const needAuthenticatorApp = () => test.skip(!existsSync('/usr/bin/oathtool'), 'oathtool is missing')

/** An app that was given the key on the page; `when` as oathtool reads it, such as "30 seconds" from now. */
export const authenticatorAppFor = async (page: Page) => {
  const key = (await page.getByText(/^Key:/).textContent())?.replace(/^Key:|\s/g, '') ?? ''
  return (when = 'now') =>
    execFileSync('oathtool', ['--totp', '--base32', '--now', when, key], { env: { TZ: 'UTC' } })
      .toString()
      .trim()
}
