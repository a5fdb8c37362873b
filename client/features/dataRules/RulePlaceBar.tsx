/** For which company, where one decides for several, and plan. */
import { useTranslation } from 'react-i18next';
import { Bar } from '../../design/Bar.ts';
import { Field } from '../../design/Field.tsx';
import { Select } from '../../design/Select.tsx';
import { planTiers } from '../../enums/generated.ts';
import { useCompaniesWithDataRulesQuery } from '../../generated.ts';
import { type PlanTier } from './generated.ts';

export interface RulePlace {
  company: string;
  tier: PlanTier;
}

export interface RulePlaceBarProps {
  place: RulePlace;
  onPlace: (place: RulePlace) => void;
  disabled?: boolean;
}

export function RulePlaceBar({ place, onPlace, disabled }: RulePlaceBarProps) {
  const { t } = useTranslation('rules');
  const { data } = useCompaniesWithDataRulesQuery();
  const companies = (data?.companiesWithDataRules ?? []).map(({ company }) => ({
    value: company.key,
    label: company.name,
  }));
  return (
    <Bar>
      {companies.length > 1 ? (
        <Field label={t('company')}>
          {(control) => (
            <Select
              {...control}
              disabled={disabled}
              value={place.company}
              options={companies}
              onChange={(company) => onPlace({ ...place, company })}
            />
          )}
        </Field>
      ) : null}
      <Field label={t('tier')}>
        {(control) => (
          <Select
            {...control}
            disabled={disabled}
            value={place.tier}
            options={planTiers.map((value) => ({ value, label: t(`tiers.${value}`) }))}
            onChange={(tier) => onPlace({ ...place, tier })}
          />
        )}
      </Field>
    </Bar>
  );
}
