import { Anchor } from '@mantine/core'
import { choices, language } from '../../platform/language/language.ts'
import { changeLanguage } from '../../platform/sign-in/change-language.ts'

/** A button for each other language, labeled in that language. */
export const LanguageSwitch = () =>
  choices
    .filter(({ code }) => code !== language)
    .map(({ code, name }) => (
      <Anchor
        key={code}
        component="button"
        type="button"
        size="sm"
        lang={code}
        onClick={() => void changeLanguage(code)}
      >
        {name}
      </Anchor>
    ))
