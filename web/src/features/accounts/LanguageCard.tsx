import { Button, Group } from '@mantine/core'
import { choices, language } from '../../platform/language/language.ts'
import { changeLanguage } from '../../platform/sign-in/change-language.ts'
import { Section } from '../../ui/display/Section.tsx'
import { messages } from './messages.ts'

/** The language in which a patient reads the portal and its emails. */
export const LanguageCard = () => (
  <Section title={messages.language} lead={messages.languageLead}>
    <Group role="group" aria-label={messages.language} gap="sm">
      {choices.map(({ code, name }) => (
        <Button
          key={code}
          lang={code}
          variant={code === language ? 'filled' : 'default'}
          aria-pressed={code === language}
          onClick={() => code !== language && void changeLanguage(code)}
        >
          {name}
        </Button>
      ))}
    </Group>
  </Section>
)
