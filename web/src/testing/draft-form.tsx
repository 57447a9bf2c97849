import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { expect } from 'vitest'
import { useDraft } from '../platform/drafts/draft.ts'
import { DraftNote } from '../ui/form/DraftNote.tsx'
import { type Sent, serve } from './serve.ts'
import { show } from './show.tsx'

/** What the form was sent with. */
export const keys: string[] = []
/** A form whose text is kept. */
export const Sample = ({ name = 'sample' }) => {
  const form = useForm({ initialValues: { subject: '', password: '', file: null as File | null } })
  const draft = useDraft(name, form)
  return (
    <main>
      <DraftNote draft={draft} files />
      <TextInput label="Subject" {...form.getInputProps('subject')} />
      <PasswordInput label="Password" {...form.getInputProps('password')} />
      <Button onClick={() => form.setFieldValue('file', new File(['x'], 'x.pdf'))}>Choose</Button>
      <Button
        onClick={async () => {
          keys.push(await draft.sendKey(form.values.subject))
          draft.sent()
        }}
      >
        Send
      </Button>
      <Button onClick={form.reset}>Cancel</Button>
    </main>
  )
}

export const path = '/common/api/draft/sample/'
/** What was typed, of all that a draft holds. */
export const typedIn = (body: Sent['body']) => {
  const { sendSeed: _, ...typed } = Object(body?.['values'])
  return typed
}
/** Shows the form beside a server that holds `draft`. */
export const start = async (draft: object | null = null) => {
  const saved = { saved_at: '2026-11-21T20:42:07Z' }
  const sent = serve({
    [`GET ${path}`]: () => [200, { draft: draft && { values: draft, ...saved } }],
    [`POST ${path}`]: () => [200, saved],
    [`DELETE ${path}`]: () => [200, { message: 'Draft deleted' }],
    'POST /operator/logout/': () => [200, { message: 'Signed out' }],
  })
  const { screen } = await show(<Sample />)
  await expect.poll(() => sent.length).toBe(1)
  const calls = () => sent.slice(1).map(({ call, body }) => [call.replace(path, ''), body && { values: typedIn(body) }])
  return { screen, calls, sent, subject: screen.getByLabelText('Subject') }
}
