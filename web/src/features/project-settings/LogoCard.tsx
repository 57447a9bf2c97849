import {
  getConfig,
  getProjectSettings,
  getTwoStepPolicy,
  logoTypes,
  maxLogoBytes,
  saveProjectSettings,
} from '@fornix/contract'
import { Button, Group, Text } from '@mantine/core'
import { IconPhoto, IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { ApiFailure, useSend } from '../../platform/calls/api.ts'
import { failureSentence, isForReader, isProofCanceled } from '../../platform/http/failure.ts'
import { ErrorAlert } from '../../ui/display/ErrorAlert.tsx'
import { Section } from '../../ui/display/Section.tsx'
import { FileInput } from '../../ui/form/FileInput.tsx'
import { messages } from './messages.ts'
import classes from './project-settings.module.css'

const texts = messages.logo
const accepted = /\.(png|jpe?g|svg)$/i

const base64Of = async (file: File) => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}
const problemOf = ({ name, size }: File) => {
  if (!accepted.test(name)) return texts.wrongType
  return size > maxLogoBytes ? texts.tooLarge : ''
}

/** The project's logo as visitors see it; a change takes effect immediately. */
export const LogoCard = ({ url }: { url: string }) => {
  const input = useRef<HTMLInputElement>(null)
  const [doneSentence, setDoneSentence] = useState('')
  const [problem, setProblem] = useState('')
  const save = useSend(saveProjectSettings, { refreshes: [getProjectSettings, getTwoStepPolicy, getConfig] })
  const change = async (logo: { file_name: string; data: string } | null, done: string) => {
    setDoneSentence('')
    setProblem('')
    try {
      await save.mutateAsync({ body: { logo } })
      setDoneSentence(done)
    } catch (error) {
      if (isProofCanceled(error)) return
      const refused = error instanceof ApiFailure && error.status >= 400 && error.status < 500
      setProblem(refused ? error.message : failureSentence(error, texts.failed, isForReader))
    }
  }
  const choose = async ([file]: File[]) => {
    if (!file) return
    const wrong = problemOf(file)
    setDoneSentence('')
    setProblem(wrong)
    if (!wrong) await change({ file_name: file.name, data: await base64Of(file) }, texts.saved)
  }
  return (
    <Section title={texts.title} lead={url ? texts.hint : `${texts.none} ${texts.hint}`}>
      {url && (
        <Group gap="md" mb="md">
          <img src={url} alt={texts.onLight} className={classes.onLight} />
          <img src={url} alt={texts.onDark} className={classes.onDark} />
        </Group>
      )}
      <Group gap="sm">
        <FileInput
          ref={input}
          label={texts.choose}
          accept={logoTypes
            .map((type) => `.${type}`)
            .join(',')
            .concat(',.jpg')}
          onPick={(files) => void choose(files)}
        />
        <Button
          variant="default"
          leftSection={<IconPhoto size={18} aria-hidden />}
          loading={save.isPending}
          onClick={() => input.current?.click()}
        >
          {texts.choose}
        </Button>
        {url && (
          <Button
            variant="subtle"
            color="red"
            leftSection={<IconTrash size={18} aria-hidden />}
            disabled={save.isPending}
            onClick={() => void change(null, texts.removed)}
          >
            {texts.remove}
          </Button>
        )}
        <Text role="status" size="sm">
          {doneSentence}
        </Text>
      </Group>
      {problem && <ErrorAlert mt="md">{problem}</ErrorAlert>}
    </Section>
  )
}
