import type { Role } from '@fornix/contract'
import type { ComponentType } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { axeHits } from '../../testing/axe.ts'
import { serve } from '../../testing/serve.ts'
import { show, signOut } from '../../testing/show.tsx'
import { AboutPage } from './AboutPage.tsx'
import { LandingPage } from './LandingPage.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'
import { PrivacyPage } from './PrivacyPage.tsx'
import { TermsPage } from './TermsPage.tsx'

beforeEach(() => {
  signOut()
  serve({})
})

test('a visitor finds a door for patients and one for the staff', async () => {
  const { screen } = await show(<LandingPage />)
  const doors = screen.getByRole('link').all()
  expect(doors.slice(0, 2).map((door) => door.element().getAttribute('href'))).toEqual(['/patients', '/physicians'])
})

test.each<[Role, string, string]>([
  ['Patient', 'Go to your profile', '/profile'],
  ['Nurse', 'Go to your patients', '/operatorPatientlist'],
])('a %s who comes back is greeted and led home', async (role, name, href) => {
  const { screen } = await show(<LandingPage />, { role })
  await expect.element(screen.getByText('Welcome back, Amara')).toBeVisible()
  await expect.element(screen.getByRole('link', { name })).toHaveAttribute('href', href)
})

test.each<[string, ComponentType]>([
  ['about', AboutPage],
  ['privacy', PrivacyPage],
  ['terms', TermsPage],
])('the contents of %s lead to every section, and nothing is cut off on a phone', async (_, Page) => {
  await page.viewport(320, 800)
  const { screen } = await show(<Page />)
  const links = screen.getByRole('navigation', { name: 'On this page' }).getByRole('link').all()
  expect(links.length).toBeGreaterThan(2)
  for (const link of links) {
    const target = document.getElementById(link.element().getAttribute('href')?.slice(1) ?? '')
    expect(target?.textContent).toContain(link.element().textContent)
  }
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
  expect(await axeHits()).toEqual([])
  await page.viewport(1280, 800)
})

test('an address that leads nowhere says so and has a way out', async () => {
  const { screen } = await show(<NotFoundPage />)
  await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible()
  expect(screen.getByRole('link').elements().length + screen.getByRole('button').elements().length).toBeGreaterThan(0)
})
