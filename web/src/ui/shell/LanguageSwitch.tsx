import { Anchor, type AnchorProps } from '@mantine/core'
import { choices, language } from '../../platform/language/language.ts'
import { changeLanguage } from '../../platform/sign-in/change-language.ts'

/** A button for each other language, labeled in that language. */
export const LanguageSwitch = ({ size = 'sm', className = '' }: Pick<AnchorProps, 'size' | 'className'>) =>
  choices
    .filter(({ code }) => code !== language)
    .map(({ code, name }) => (
      <Anchor
        key={code}
        component="button"
        type="button"
        size={size}
        className={className}
        lang={code}
        onClick={() => void changeLanguage(code)}
      >
        {name}
      </Anchor>
    ))
