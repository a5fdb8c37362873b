/** Page of one service from top to bottom. */
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSignedInUser } from '../browser/currentUser.ts';
import { Badge } from '../design/Badge.tsx';
import { Button } from '../design/Button.tsx';
import { FieldError } from '../design/Field.tsx';
import { lazyComponent } from '../design/lazyComponent.tsx';
import { NotLoaded } from '../design/NotLoaded.tsx';
import { AdminSection } from '../features/itemOverview/AdminSection.tsx';
import { Alternatives } from '../features/itemOverview/Alternatives.tsx';
import { UsagePolicy } from '../features/itemOverview/UsagePolicy.tsx';
import { ServiceUses } from '../features/itemOverview/ServiceUses.tsx';
import { ServiceFacts } from '../features/itemOverview/ServiceFacts.tsx';
import { ServiceRoot } from '../features/itemOverview/service.styles.ts';
import { UsedBy } from '../features/itemOverview/UsedBy.tsx';
import { CompareToggle } from '../features/compare/CompareToggle.tsx';
import { ServiceUseCases } from '../features/experts/ServiceUseCases.tsx';
import { ServiceExperts } from '../features/experts/ServiceExperts.tsx';
import { ItemTile } from '../features/catalogue/ItemTile.tsx';
import { LikeButton } from '../features/catalogue/LikeButton.tsx';
import type { ServicePageQuery } from '../generated.ts';
import { truncate } from '../i18n/formats.ts';
import { useLanguage } from '../i18n/useLanguage.ts';
import { getDescription, getTitle, titleTooltip } from '../items/itemText.ts';
import { useItemDialogs } from './itemDialogs.tsx';

const NewUseCase = lazyComponent(() =>
  import('../features/useCases/NewUseCase.tsx').then((part) => part.NewUseCase),
);

/** Graphemes of the summary below the name; the same as in index.html. */
const lineLength = 100;

type Item = ServicePageQuery['knowledgeItem'];

/** Drafts are stored while typing, so leaving needs no confirmation. */
const keptAnyway = () => undefined;

export interface ServiceProps {
  item: Item;
  /** Whether a loading screen was shown before, whose heading may have had the focus. */
  hasWaited: boolean;
}

export function Service({ item, hasWaited }: ServiceProps) {
  const { t } = useTranslation(['service', 'dashboard']);
  const { language } = useLanguage();
  const user = useSignedInUser();
  const { slots, dialog } = useItemDialogs(user.isAdmin);
  // Counts the presses on “write a use case”.
  const [asked, setAsked] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const isLost = document.activeElement === document.body;
    if (hasWaited && isLost) heading.current?.focus({ preventScroll: true });
  }, [hasWaited]);
  const company = user.company?.name ?? null;
  const title = getTitle(item, language);
  const description = getDescription(item, language);
  const on = (slot: ((one: Item) => void) | undefined) => slot && (() => slot(item));
  const { isLiked, ownUseCasesCount } = item;
  const isHidden = item.adminVisibility === 'hidden';
  const write = () => setAsked((times) => times + 1);
  const like =
    isLiked === null || ownUseCasesCount === null ? (
      <Button disabled>
        {t('dashboard:like')} <NotLoaded label={t('dashboard:partial.slot')} />
      </Button>
    ) : (
      <LikeButton
        item={{ ...item, isLiked, ownUseCasesCount }}
        title={title.text}
        onLiked={write}
        onFailure={setFailure}
      />
    );
  return (
    <ServiceRoot>
      <header data-part="head">
        <ItemTile
          title={title.text}
          imageUrl={item.imageUrl ?? item.siteImageUrl}
          dimmed={isHidden}
          eager
        />
        <div data-part="name">
          <h1 ref={heading} tabIndex={-1} lang={title.language} title={titleTooltip(title.text)}>
            {title.text}
          </h1>
          {isHidden ? <Badge tone="warning">{t('dashboard:hidden')}</Badge> : null}
          {description.text ? (
            <p lang={description.language}>
              {truncate(description.text, lineLength, description.language) ?? description.text}
            </p>
          ) : null}
        </div>
      </header>
      <UsagePolicy
        itemId={item.id}
        company={company}
        isApproved={item.isVerified}
        rules={item.dataRules}
        sourceUrl={item.sourceUrl}
        request={item.myAccessRequest}
        onRequestAccess={
          slots.onRequestAccess && ((question) => slots.onRequestAccess?.(item, question))
        }
      >
        <CompareToggle item={item} isWordy />
        <Button variant="ghost" onClick={on(slots.onReport)}>
          {t('dashboard:menu.report')}
        </Button>
      </UsagePolicy>
      <UsedBy
        item={item}
        like={
          <>
            {like}
            {failure ? <FieldError>{failure}</FieldError> : null}
          </>
        }
      />
      <ServiceUseCases
        useCases={item.recommendedUseCases}
        count={item.useCasesCount}
        onAll={on(slots.onOpenExperts)}
        onEdit={slots.onOpenUseCases && ((useCaseId) => slots.onOpenUseCases?.(item, useCaseId))}
        onWrite={write}
        editor={
          asked > 0 ? (
            <NewUseCase itemId={item.id} onUnsaved={keptAnyway} focusCount={asked} />
          ) : null
        }
      />
      <ServiceExperts
        itemId={item.id}
        experts={item.expertsToAsk}
        count={item.expertsCount}
        title={title.text}
        onAll={on(slots.onOpenExperts)}
      />
      <ServiceUses description={description} concepts={item.concepts} />
      <Alternatives alternatives={item.alternatives} company={company} />
      <ServiceFacts item={item} />
      {user.isAdmin ? (
        <AdminSection
          duplicates={item.possibleDuplicates}
          onEdit={on(slots.onEdit)}
          onHistory={on(slots.onHistory)}
          onRules={on(slots.onRules)}
          onVisibility={on(slots.onOpenAdmin)}
        />
      ) : null}
      {dialog}
    </ServiceRoot>
  );
}
