import { useState } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { untilOnline } from '../../platform/calls/waiting.ts'
import { goOffline } from '../../testing/offline.ts'
import { show } from '../../testing/show.tsx'
import { OfflineBar } from '../shell/OfflineBar.tsx'
import { DestructiveDialog } from './DestructiveDialog.tsx'

const Page = ({ run }: { run: (file: string) => Promise<unknown> }) => {
  const [subject, setSubject] = useState<string>()
  const [done, setDone] = useState('')
  return (
    <>
      <button type="button" onClick={() => setSubject('letter.pdf')}>
        Delete the letter
      </button>
      <p>{done}</p>
      <OfflineBar />
      <DestructiveDialog
        subject={subject}
        title="Delete"
        text={(file) => `${file} will be deleted.`}
        keepLabel="Cancel"
        confirmLabel="Delete"
        run={run}
        sentenceOf={() => 'The file was not deleted.'}
        onClose={() => setSubject(undefined)}
        onDone={(file) => setDone(`${file} is gone`)}
      />
    </>
  )
}
const render = async () => {
  const calls: PromiseWithResolvers<void>[] = []
  const run = () => {
    const call = Promise.withResolvers<void>()
    calls.push(call)
    return call.promise
  }
  const { screen } = await show(<Page run={run} />)
  await screen.getByRole('button', { name: 'Delete the letter' }).click()
  return { screen, calls, dialog: screen.getByRole('dialog', { name: 'Delete' }) }
}

test('the focus is on the button that changes nothing, and Escape changes nothing', async () => {
  const { dialog, calls } = await render()
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(calls).toEqual([])
})

test('it cannot be closed while it works, closes when it is done, and says what is done', async () => {
  const { screen, dialog, calls } = await render()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog.getByText('letter.pdf will be deleted.')).toBeVisible()
  calls[0]?.resolve()
  await expect.element(screen.getByText('letter.pdf is gone')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
})

test('a failure is told in the dialog, and not again the next time it is opened', async () => {
  const { screen, dialog, calls } = await render()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  calls[0]?.reject(new Error('no'))
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('The file was not deleted.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await screen.getByRole('button', { name: 'Delete the letter' }).click()
  await expect.element(dialog.getByText('letter.pdf will be deleted.')).toBeVisible()
  await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument()
})

test('without network it says that it waits, and goes on once the network is back', async () => {
  const { screen, dialog, calls } = await render()
  const comeBack = goOffline()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect.element(screen.getByText(/Your changes will be sent as soon as/)).toBeInTheDocument()
  expect(calls).toEqual([])
  comeBack()
  await expect.poll(() => calls.length).toBe(1)
  calls[0]?.resolve()
  await expect.element(screen.getByText('letter.pdf is gone')).toBeVisible()
})

test('Cancel first gives up waiting, of which the dialog says that nothing was sent; what else waits goes on', async () => {
  const { screen, dialog, calls } = await render()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  const comeBack = goOffline()
  const before = untilOnline(new AbortController().signal)
  await screen.getByRole('button', { name: 'Delete the letter' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Nothing was sent.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  comeBack()
  await expect(before).resolves.toBeUndefined()
  expect(calls).toEqual([])
})
