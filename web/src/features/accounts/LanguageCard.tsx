import { choices, language } from '../../platform/language/language.ts'
import { changeLanguage } from '../../platform/sign-in/change-language.ts'
import { Section } from '../../ui/display/Section.tsx'
import { ChoiceSelect } from '../../ui/form/ChoiceSelect.tsx'
import { messages } from './messages.ts'

const nameOf = (code: string) => choices.find((choice) => choice.code === code)?.name ?? code

/** In which language a patient reads the portal and its emails. */
export const LanguageCard = () => (
  <Section title={messages.language} lead={messages.languageLead}>
    <ChoiceSelect
      maw={400}
      required
      withAsterisk={false}
      aria-label={messages.language}
      options={choices.map(({ code }) => code)}
      labelOf={nameOf}
      value={language}
      onChange={(code) => void changeLanguage(code)}
    />
  </Section>
)
