import { Alert, Anchor, List } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { messages } from '../../platform/base/messages.ts'

type Props = {
  errors: Record<string, ReactNode>
  labels: Record<string, string>
  /** Moves the focus to a field. */
  onJump: (name: string) => void
}

const names = (label: string, sentence: string) => {
  const words = sentence.toLowerCase()
  const field = label.toLowerCase().replace(/ \(.*\)$/, '')
  return words.includes(field) || words.startsWith(`${field.split(' ')[0]} `)
}

/** Prefixed with its field's label, unless it contains it: "City is required" and "Invalid Zip code" name it once. */
const named = (label: string, sentence: ReactNode) =>
  typeof sentence === 'string' && names(label, sentence) ? (
    sentence
  ) : (
    <>
      {label}: {sentence}
    </>
  )

/** The form's errors, above its fields, each linked to its field. Shown after the first attempt to send the form. */
export const FormAlert = ({ errors, labels, onJump }: Props) => {
  const place = useRef<HTMLDivElement>(null)
  const [tried, setTried] = useState(false)
  useEffect(() => {
    const form = place.current?.closest('form')
    const note = () => setTried(true)
    form?.addEventListener('submit', note)
    return () => form?.removeEventListener('submit', note)
  }, [])
  const order = Object.keys(labels)
  const wrong = Object.entries(errors)
    .filter(([, sentence]) => sentence)
    .sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))
  const shown = tried && wrong.length > 0
  return (
    // Hidden while empty, so that it takes up no gap in the form's stack.
    <div ref={place} hidden={!shown}>
      {shown && (
        <Alert
          color="red"
          role="alert"
          icon={<IconAlertTriangle aria-hidden />}
          title={messages.formAlert(wrong.length)}
        >
          <List size="sm">
            {wrong.map(([name, sentence]) => (
              <List.Item key={name}>
                <Anchor
                  component="button"
                  type="button"
                  size="sm"
                  mih={24}
                  ta="left"
                  c="inherit"
                  td="underline"
                  style={{ verticalAlign: 'top' }}
                  onClick={() => onJump(name)}
                >
                  {named(labels[name] ?? '', sentence)}
                </Anchor>
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
    </div>
  )
}
