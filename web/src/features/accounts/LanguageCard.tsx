import { myAccount } from '@fornix/contract'
import { Button, Group } from '@mantine/core'
import { refreshCall } from '../../platform/calls/api.ts'
import { choices, language, locale } from '../../platform/language/language.ts'
import { changeLanguage } from '../../platform/sign-in/change-language.ts'
import { Section } from '../../ui/display/Section.tsx'
import { messages } from './messages.ts'

const nameOf = (code: string) => new Intl.DisplayNames([locale], { type: 'language' }).of(code) ?? code

/** The language in which a patient reads the portal and its emails. `emails`: theirs, which differs where only the browser was switched. */
export const LanguageCard = ({ emails }: { emails: string }) => {
  const choose = async (code: string) => {
    await changeLanguage(code)
    await refreshCall(myAccount)
  }
  const isSame = emails === language
  return (
    <Section
      title={messages.language}
      lead={isSame ? messages.languageLead : messages.otherLanguage(nameOf(language), nameOf(emails))}
    >
      <Group role="group" aria-label={messages.language} gap="sm">
        {choices.map(({ code, name }) => (
          <Button
            key={code}
            lang={code}
            variant={code === language ? 'filled' : 'default'}
            aria-pressed={code === language}
            onClick={() => (code !== language || !isSame) && void choose(code)}
          >
            {name}
          </Button>
        ))}
      </Group>
    </Section>
  )
}
