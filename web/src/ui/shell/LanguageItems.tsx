import { Menu } from '@mantine/core'
import { choices, language } from '../../platform/language/language.ts'
import { changeLanguage } from '../../platform/sign-in/change-language.ts'

/** Menu entries: every language, in its own name. */
export const LanguageItems = () => (
  <Menu.RadioGroup value={language} onChange={(code) => code && void changeLanguage(code)}>
    {choices.map(({ code, name }) => (
      <Menu.RadioItem key={code} value={code} lang={code}>
        {name}
      </Menu.RadioItem>
    ))}
  </Menu.RadioGroup>
)
