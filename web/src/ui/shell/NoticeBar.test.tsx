import { beforeEach, expect, test } from 'vitest'
import { endNotice, offerNotice, showNotice } from '../../platform/base/notice.ts'
import { axeHits } from '../../testing/axe.ts'
import { show, signOut } from '../../testing/show.tsx'
import { NoticeBar } from './NoticeBar.tsx'

beforeEach(signOut)

test('a new version waits for a press, and displaces no other message', async () => {
  showNotice('expired')
  offerNotice('newVersion')
  const { screen } = await show(<NoticeBar />)
  await expect.element(screen.getByText('Your session has ended. Please sign in again.')).toBeVisible()
  await screen.getByRole('button', { name: 'Dismiss' }).click()
  offerNotice('newVersion')
  await expect.element(screen.getByText(/A new version is ready/)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Reload' })).toBeVisible()
  expect(await axeHits()).toEqual([])
})

test('what is offered is there again once a more urgent message is over, until it is dismissed', async () => {
  offerNotice('newVersion')
  showNotice('busy')
  const { screen } = await show(<NoticeBar />)
  await expect.element(screen.getByText(/The portal is very busy/)).toBeVisible()
  endNotice('busy')
  await expect.element(screen.getByText(/A new version is ready/)).toBeVisible()
  await screen.getByRole('button', { name: 'Dismiss' }).click()
  await expect.element(screen.getByRole('button')).not.toBeInTheDocument()
})

test('of two offers the first stays until it is dismissed, and then the other one can be read', async () => {
  offerNotice('newVersion')
  offerNotice('missingPart')
  offerNotice('newVersion')
  const { screen } = await show(<NoticeBar />)
  await expect.element(screen.getByText(/A new version is ready/)).toBeVisible()
  await screen.getByRole('button', { name: 'Dismiss' }).click()
  await expect.element(screen.getByText(/This page did not load completely/)).toBeVisible()
})
