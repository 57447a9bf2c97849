import { Modal, TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { pressKey } from '../../testing/press-key.ts'
import { show } from '../../testing/show.tsx'
import { KeepFocus } from './KeepFocus.tsx'

const Page = ({ inDialog = false }: { inDialog?: boolean }) => {
  const [rows, setRows] = useState(['one', 'two'])
  const buttons = rows.map((row) => (
    <button type="button" key={row} onClick={() => setRows(rows.filter((other) => other !== row))}>
      {row}
    </button>
  ))
  return (
    <main id="main" tabIndex={-1}>
      <KeepFocus />
      <h1 tabIndex={-1}>Rows</h1>
      {inDialog ? (
        <div role="dialog" aria-label="Choose" tabIndex={-1}>
          {buttons}
        </div>
      ) : (
        buttons
      )}
    </main>
  )
}

test('the title takes the focus of what left the page, and the dialog that of what left it', async () => {
  const { screen } = await show(<Page />)
  await pressKey(screen.getByRole('button', { name: 'one' }))
  await expect.element(screen.getByRole('heading', { name: 'Rows' })).toHaveFocus()
  await screen.unmount()

  const other = await show(<Page inDialog />)
  other.screen.getByRole('button', { name: 'two' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(other.screen.getByRole('dialog', { name: 'Choose' })).toHaveFocus()
})

const Card = () => {
  const [isAsked, setAsked] = useState(false)
  return (
    <main id="main" tabIndex={-1}>
      <KeepFocus />
      <h1 tabIndex={-1}>Account</h1>
      <section>
        <h2>Close my account</h2>
        {isAsked ? (
          <button type="button">Keep my account</button>
        ) : (
          <div>
            <button type="button" onClick={() => setAsked(true)}>
              Ask
            </button>
          </div>
        )}
      </section>
    </main>
  )
}

test('the title of a card takes the focus of what left the card, so that Tab goes on there', async () => {
  const { screen } = await show(<Card />)
  await pressKey(screen.getByRole('button', { name: 'Ask' }))
  await expect.element(screen.getByRole('heading', { name: 'Close my account' })).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(screen.getByRole('button', { name: 'Keep my account' })).toHaveFocus()
})

const Records = ({ searches = false }: { searches?: boolean }) => {
  const [rows, setRows] = useState(searches ? [] : ['one', 'two', 'three'])
  return (
    <main id="main" tabIndex={-1}>
      <KeepFocus />
      <h1 tabIndex={-1}>Scans</h1>
      <section>
        <input type="search" aria-label="Search" />
        {rows.length === 0 && (
          <button type="button" onClick={() => setRows(['one'])}>
            Clear search
          </button>
        )}
        <table>
          <tbody>
            {rows.map((row) => (
              <tr key={row}>
                <th scope="row">{row}</th>
                <td>
                  <button type="button" onClick={() => setRows(rows.filter((other) => other !== row))}>
                    Reject {row}
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </main>
  )
}

test('of a record that left its list the next one takes the focus, by name, and at the end the one before', async () => {
  const { screen } = await show(<Records />)
  await pressKey(screen.getByRole('button', { name: 'Reject two' }))
  await expect.element(screen.getByRole('rowheader', { name: 'three' })).toHaveFocus()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('rowheader', { name: 'one' })).toHaveFocus()
})

test('in a card without a title its first field takes the focus of what left the card', async () => {
  const { screen } = await show(<Records searches />)
  await pressKey(screen.getByRole('button', { name: 'Clear search' }))
  await expect.element(screen.getByRole('searchbox', { name: 'Search' })).toHaveFocus()
})

const Lines = () => {
  const [lines, setLines] = useState(['one', 'two'])
  const remove = (line: string) => setLines(lines.filter((other) => other !== line))
  return (
    <main id="main" tabIndex={-1}>
      <KeepFocus />
      <h1 tabIndex={-1}>Lines</h1>
      <form>
        <input aria-label="Title" />
        {lines.map((line) => (
          <div key={line}>
            <input aria-label={line} />
            <button type="button" onClick={() => remove(line)}>
              Remove {line}
            </button>
          </div>
        ))}
        <button type="submit" disabled>
          Save
        </button>
      </form>
    </main>
  )
}

test('in a form, what follows a line takes its focus, and at the end what was before it', async () => {
  const { screen } = await show(<Lines />)
  await pressKey(screen.getByRole('button', { name: 'Remove one' }))
  await expect.element(screen.getByRole('textbox', { name: 'two' })).toHaveFocus()
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('textbox', { name: 'Title' })).toHaveFocus()
})

/** Sends the response. */
let answered = () => {}
const Waiting = () => {
  const [waits, setWaits] = useState(false)
  const wait = () => {
    setWaits(true)
    answered = () => setWaits(false)
  }
  return (
    <main id="main" tabIndex={-1}>
      <KeepFocus />
      <h1 tabIndex={-1}>One button</h1>
      <button type="button" disabled={waits} onClick={wait}>
        Save
      </button>
    </main>
  )
}

test('a button that waited for its answer has the focus again', async () => {
  const { screen } = await show(<Waiting />)
  const save = screen.getByRole('button', { name: 'Save' })
  await pressKey(save)
  await expect.element(save).toBeDisabled()
  answered()
  await expect.element(save).toHaveFocus()
})

test('who had the focus nowhere is not moved', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const { screen } = await show(<Page />)
  document.body.focus()
  screen
    .getByRole('button', { name: 'one' })
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await expect.element(screen.getByRole('button', { name: 'one' })).not.toBeInTheDocument()
  await vi.advanceTimersByTimeAsync(200)
  expect(document.activeElement).toBe(document.body)
})

const Asking = () => {
  const [isAsked, setAsked] = useState(false)
  return (
    <main id="main" tabIndex={-1}>
      <KeepFocus />
      <h1 tabIndex={-1}>Rows</h1>
      <button type="button" onClick={() => setAsked(true)}>
        Delete row 10
      </button>
      {isAsked && (
        <div role="dialog" aria-label="Sure?" tabIndex={-1}>
          <button type="button" ref={(one) => one?.focus()} onClick={() => setAsked(false)}>
            Cancel
          </button>
        </div>
      )}
    </main>
  )
}

test('after a dialog the button that led to it has the focus', async () => {
  const { screen } = await show(<Asking />)
  await pressKey(screen.getByRole('button', { name: 'Delete row 10' }))
  await expect.element(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('button', { name: 'Delete row 10' })).toHaveFocus()
})

const Dialogs = ({ children }: { children?: ReactNode }) => {
  const [opened, setOpened] = useState(false)
  return (
    <main id="main" tabIndex={-1}>
      <KeepFocus />
      <button type="button" onClick={() => setOpened(true)}>
        Open
      </button>
      <Modal opened={opened} onClose={() => setOpened(false)} title="A question" transitionProps={{ duration: 0 }}>
        {children}
      </Modal>
    </main>
  )
}

test('a dialog begins at its first field, without fields at its title; its ✕ is one Shift-Tab away', async () => {
  const { screen } = await show(
    <Dialogs>
      <TextInput label="Answer" />
    </Dialogs>,
  )
  await screen.getByRole('button', { name: 'Open' }).click()
  await expect.element(screen.getByLabelText('Answer')).toHaveFocus()
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  await expect.element(screen.getByRole('button', { name: 'Close' })).toHaveFocus()
  await screen.unmount()

  const other = await show(<Dialogs>Only words</Dialogs>)
  await other.screen.getByRole('button', { name: 'Open' }).click()
  await expect.element(other.screen.getByRole('heading', { name: 'A question' })).toHaveFocus()
})

/** A dialog that loads what it asks. */
const Late = ({ children }: { children: ReactNode }) => {
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    const arrive = () => setThere(true)
    addEventListener('arrive', arrive)
    return () => removeEventListener('arrive', arrive)
  }, [])
  return isThere && children
}
const arrive = () => dispatchEvent(new Event('arrive'))

test('what a dialog asks takes the focus once it is there, unless the focus has gone on from the title', async () => {
  const shown = (
    <Dialogs>
      <Late>
        <button type="button">Help</button>
        <TextInput label="First" />
        <TextInput label="Answer" data-autofocus />
      </Late>
    </Dialogs>
  )
  const { screen } = await show(shown)
  await screen.getByRole('button', { name: 'Open' }).click()
  await expect.element(screen.getByRole('heading', { name: 'A question' })).toHaveFocus()
  arrive()
  await expect.element(screen.getByLabelText('Answer')).toHaveFocus()
  await screen.unmount()

  const other = await show(shown)
  await other.screen.getByRole('button', { name: 'Open' }).click()
  await expect.element(other.screen.getByRole('heading', { name: 'A question' })).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  arrive()
  await expect.element(other.screen.getByLabelText('Answer')).toBeVisible()
  await expect.element(other.screen.getByRole('button', { name: 'Close' })).toHaveFocus()
})
