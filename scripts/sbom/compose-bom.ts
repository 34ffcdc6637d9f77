import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library';
import type { PackageFound } from './package-found.ts';

const isExpression = /^\(?[\w.+-]+(?: (?:AND|OR|WITH) [\w.+-]+)*\)?$/;

/** A bill of materials in CycloneDX's JSON: the same packages give the same text. */
export function composeBom(version: string, packages: readonly PackageFound[]): string {
  const component = new Models.Component(Enums.ComponentType.Container, 'headgate', {
    bomRef: 'headgate',
    version,
    licenses: new Models.LicenseRepository([new Models.LicenseExpression('Apache-2.0')]),
  });
  const bom = new Models.Bom({ metadata: new Models.Metadata({ component }) });
  const byPurl = new Map(packages.map((found) => [purlOf(found), found]));
  for (const [purl, found] of byPurl) bom.components.add(componentOf(purl, found));
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return `${serializer.serialize(bom, { sortLists: true, space: 1 })}\n`;
}

function componentOf(purl: string, { origin, name, version, license }: PackageFound): Models.Component {
  const type = origin === 'generic' ? Enums.ComponentType.Application : Enums.ComponentType.Library;
  const licenses = license === undefined ? [] : [licenseOf(license)];
  return new Models.Component(type, name.replace(/^debian\//, ''), {
    version,
    purl,
    bomRef: purl,
    licenses: new Models.LicenseRepository(licenses),
  });
}

function licenseOf(license: string): Models.License {
  return isExpression.test(license)
    ? new Models.LicenseExpression(license)
    : new Models.NamedLicense(license);
}

function purlOf({ origin, name, version }: PackageFound): string {
  const path = name.split('/').map(encodeURIComponent).join('/');
  return `pkg:${origin}/${path}@${encodeURIComponent(version)}`;
}
