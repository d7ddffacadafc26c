# Français. Vouvoiement. L'ordre est celui de en.ftl.

## Every page

nav-label = Votre compte
confirm-button = Pour confirmer, appuyez encore une fois sur « { $button } ».
nav-profile = Profil
nav-tracks = Vos morceaux
nav-connected-apps = Applications connectées
nav-apps = Vos applications
nav-access-servers = Serveurs d’accès
sign-out = Se déconnecter
sign-in = Se connecter
create-account = Créer un compte
verified-title = Vérifié
verified = vérifié
app-calls-itself = Elle se présente comme « { $app } ». Ce nom n’est pas vérifié.
back-to-app = Revenir à { $app }
link-leads-to = Cette application n’est pas vérifiée. Le lien mène à { $host }.

## Sign in, sign up

sign-in-to-continue = pour continuer vers { $app }
sign-in-lead = avec votre compte musical
sign-in-new = Nouveau ici ?
sign-up-lead = pour votre musique
sign-up-have = Vous avez déjà un compte ?
sign-up-button = Créer le compte
handle = Nom d’utilisateur
handle-rule = Il vous sert à vous connecter, et les autres vous trouvent grâce à lui. Il est public et ne peut pas être modifié.
name = Nom
name-rule = Tout le monde peut le voir. Vous pourrez le modifier plus tard.
password = Mot de passe
password-forgotten = Oublié ?
password-show = Afficher
password-hide = Masquer
password-rule = Au moins 8 caractères. Plusieurs mots, c’est le mieux.
password-stays = Votre mot de passe reste ici.
password-stays-from-app = L’application ne le voit jamais.

sign-in-mismatch = Ce nom d’utilisateur et ce mot de passe ne correspondent pas. Vérifiez les deux et réessayez.
sign-in-incomplete = Saisissez votre nom d’utilisateur et votre mot de passe.
sign-in-no-space = Le service ne peut connecter personne pour le moment, car il n’a plus de place. Réessayez plus tard.
sign-up-no-space = Le service ne peut pas créer de compte pour le moment, car il n’a plus de place. Réessayez plus tard.
too-many-attempts = Trop de tentatives. Attendez { $minutes ->
        [1] une minute
       *[other] { $minutes } minutes
    } et réessayez.
too-many-sign-ups = Trop d’inscriptions depuis votre réseau. Attendez { $minutes ->
        [1] une minute
       *[other] { $minutes } minutes
    } et réessayez.
handle-characters = Un nom d’utilisateur compte de 1 à 30 lettres (a–z), chiffres, « _ », « - » ou « . », et commence par une lettre ou un chiffre.
handle-reserved = { $handle } est réservé au service. Choisissez un autre nom d’utilisateur.
handle-taken = Le nom d’utilisateur { $handle } est déjà pris. Choisissez-en un autre.
name-empty = Saisissez un nom.
name-too-long = Un nom compte au plus 50 caractères.
name-characters = Le nom contient des caractères invisibles, ou qui changent son sens d’écriture. Retirez-les.
password-form = Un mot de passe compte au moins 8 caractères et au plus 1 024 octets, sans tabulation ni autre caractère de contrôle.
password-common = C’est l’un des mots de passe les plus courants, que les attaquants essaient en premier. Choisissez-en un autre.

## Consent

consent-continue = Continuer vers { $app } ?
consent-allow = Autoriser { $app } ?
consent-wants = { $app } souhaite utiliser votre compte
consent-known = Vous avez déjà autorisé cette application, à l’adresse { $host }.
consent-another-account = Utiliser un autre compte
consent-not-you = Ce n’est pas vous ?
consent-scopes = Ce qu’elle peut faire
consent-lets = Cela permet à { $app } de :
consent-writes = Elle peut le faire en votre absence, jusqu’à ce que vous la retiriez. Elle ne peut pas changer votre mot de passe et ne le voit jamais.
consent-reads = Elle ne peut modifier ni vos morceaux, ni votre bibliothèque, ni votre compte, et ne voit jamais votre mot de passe.
consent-opens-app = Les deux boutons ouvrent l’application à l’adresse { $host }.
consent-leads-to = Les deux boutons mènent à { $host }.
consent-not-reviewed = Ce service n’a pas examiné l’application, et son développeur a choisi le nom.
consent-know-address = Ne continuez que si vous connaissez cette adresse.
consent-deny = Ne pas autoriser
consent-cancel = Annuler
consent-approve = Autoriser
consent-continue-as = Continuer en tant que { $handle }
consent-signed-in = Vous êtes connecté
consent-nothing-shared = Rien n’a été partagé
consent-close = Vous pouvez fermer cette fenêtre.
consent-needs-script = L’autorisation nécessite JavaScript, qui empêche d’autres pages de vous l’arracher par la ruse.

scope-profile = voir votre profil : nom, nom d’utilisateur et image
scope-library = voir les morceaux de votre bibliothèque
scope-own-tracks = voir vos propres morceaux et envois, même masqués, et combien de fois vos morceaux sont écoutés
scope-play = lire les morceaux que vous avez le droit d’écouter, indiquer à leurs serveurs d’accès qui vous êtes et y accepter des invitations
scope-upload = envoyer des morceaux en votre nom et supprimer les envois qu’aucun morceau n’utilise
scope-change = modifier tous vos morceaux, et pas seulement ceux qu’elle a ajoutés : titre, texte, genre et pochette
scope-gate = restreindre l’accès à tous vos morceaux et rendre publics pour tous ceux qui sont restreints
scope-hide = masquer tous vos morceaux
scope-delete = supprimer définitivement les morceaux qu’elle a ajoutés
scope-access = décider sur les serveurs d’accès qui peut écouter vos morceaux
scope-save = ajouter des morceaux à votre bibliothèque et les en retirer

## After a login

response-reason = { $app } reçoit la raison. Si l’application ne s’ouvre pas, utilisez le bouton.
response-opens = L’application à l’adresse { $host } s’ouvre.

end-session-question = Se déconnecter de votre compte ?
end-session-still = Vous êtes encore connecté ici : la prochaine connexion à une application dans ce navigateur ne demandera donc pas de mot de passe.
end-session-stay = Rester connecté
end-session-leads-back = Les deux boutons ramènent à { $app } à l’adresse { $host }.
end-session-own-tab = Pour revenir à une application, utilisez son propre onglet ou sa propre fenêtre.
end-session-done-title = Déconnecté
end-session-done = Vous êtes déconnecté
end-session-no-user = Aucun utilisateur n’est connecté à ce service dans ce navigateur.
end-session-again = Se reconnecter

## Home

home-title = Comptes musicaux
home-heading = Connectez-vous aux applications avec votre compte musical
home-lead = Ceci est un service { $service }. Il gère les comptes et vous demande votre accord avant qu’une application puisse utiliser le vôtre. Les applications ne voient jamais votre mot de passe.
home-account = Profil, mot de passe, morceaux et applications qui peuvent agir pour vous
home-sign-up = Un nom d’utilisateur, un nom et un mot de passe
home-developers = Pour les développeurs
home-register = Enregistrer une application à laquelle des utilisateurs se connectent
home-api = API HTTP
home-openapi = Le document OpenAPI de ce service
home-contact = Des questions ? Écrivez à { $link }.

## Connected apps

connected-removed = L’application est retirée. Elle ne peut plus agir pour vous et devra d’abord redemander.
connected-none = Aucune application ne peut agir pour vous. Chacune doit d’abord vous demander.
connected-no-more = Il n’y a pas d’autres applications.
connected-lead = Ces applications peuvent agir pour vous. Si vous en retirez une, elle est aussitôt déconnectée.
connected-can = Elle peut :
connected-since = Autorisée depuis
connected-last-active = Dernière activité
connected-never = jamais
connected-status = État
connected-signed-in = connectée
connected-server = déconnectée, mais son serveur peut encore agir pour vous
connected-signed-out = déconnectée
connected-remove = Retirer
connected-more = Plus d’applications
connected-first = Premières applications

## Your account

account-heading = Votre compte
account-name-rule = Tout le monde peut le voir. Votre nom d’utilisateur, { $handle }, ne change pas.
account-save-name = Enregistrer le nom
account-picture = Image
account-picture-rule = Un fichier PNG ou JPEG de 5 Mo au plus. L’image est recadrée en carré, et son lieu et sa date sont supprimés.
account-save-picture = Enregistrer l’image
account-remove-picture = Supprimer l’image
account-current-password = Mot de passe actuel
account-new-password = Nouveau mot de passe
account-new-password-rule = Au moins 8 caractères. Vous serez déconnecté de tous les autres navigateurs.
account-sign-out-apps = Se déconnecter aussi de toutes les applications
account-change-password = Changer le mot de passe
account-everywhere = Se déconnecter partout
account-everywhere-what = Vous déconnecte de tous les navigateurs, y compris celui-ci, et de toutes les applications. Les applications restent connectées à votre compte. Vous pouvez les retirer sous { $link }.
account-everywhere-servers = Les serveurs des applications ne peuvent plus non plus agir pour moi, jusqu’à ce que je me reconnecte à l’application
account-delete-heading = Supprimer votre compte
account-delete-what = Au bout d’une semaine, votre profil, vos morceaux, votre bibliothèque, vos envois et vos applications de développeur sont supprimés définitivement, et votre nom d’utilisateur n’est jamais attribué à quelqu’un d’autre. D’ici là, vous pouvez revenir en arrière en vous connectant. En attendant, vous êtes déconnecté, vos morceaux sont masqués et aucune application n’agit pour vous.
account-download = { $link } d’abord : profil, morceaux avec audio, bibliothèque.
account-download-link = Téléchargez vos données
account-delete = Supprimer mon compte
account-delete-button = Supprimer dans une semaine
account-name-changed = Votre nom est modifié.
account-picture-changed = Votre image est modifiée.
account-picture-removed = Votre image est supprimée.
account-password-changed = Votre mot de passe est modifié. Vous êtes déconnecté de tous les autres navigateurs.
account-password-wrong = Le mot de passe est incorrect. Réessayez.

picture-none = Choisissez d’abord une image : un fichier PNG ou JPEG.
picture-too-large = L’image dépasse 5 Mo. Choisissez-en une plus petite.
picture-too-many-pixels = L’image a trop de pixels. Choisissez-en une plus petite.
picture-format = Le fichier n’est pas une image PNG ou JPEG. Choisissez-en un autre.
picture-damaged = Le fichier est endommagé. Choisissez une autre image.
picture-too-many = Trop d’images. Attendez { $minutes ->
        [1] une minute
       *[other] { $minutes } minutes
    } et réessayez.
picture-busy = Le service traite beaucoup d’images. Réessayez dans un instant.
picture-storage-full = Le service n’a plus de place pour les images. Réessayez plus tard.

## Deletion

deletion-title = Votre compte sera supprimé
deletion-heading = { $handle } sera supprimé
deletion-on = Le { $date }, avec tous les morceaux, la bibliothèque et les applications de développeur. D’ici là, vous êtes déconnecté, aucune application n’agit pour vous et vos morceaux sont masqués.
deletion-keep = Garder mon compte
deletion-keep-what = Vos morceaux réapparaissent alors. Vous restez déconnecté de tous les navigateurs et de toutes les applications : reconnectez-vous là où vous le souhaitez.
deletion-sign-in = Pour garder le compte, { $link } avant ce jour.
deletion-sign-in-link = connectez-vous

## Reset the password

reset-title = Définir un nouveau mot de passe
reset-lead = Vous serez alors déconnecté partout, et vous vous connecterez avec celui-ci.
reset-needs-link = Il vous faut un lien pour cela. Demandez-en un à { $link } : il est valable 30 minutes. Ouvrez-le, ou saisissez son code ici.
reset-needs-operator = Il vous faut un lien pour cela. Demandez-en un à l’opérateur de ce service : il est valable 30 minutes. Ouvrez-le, ou saisissez son code ici.
reset-code = Code
reset-code-rule = La partie de votre lien après le #.
reset-button = Définir le mot de passe
reset-back = Revenir à la connexion
reset-link-invalid = Ce lien est déjà utilisé, trop ancien ou incomplet. Demandez-en un autre.

## Your tracks

tracks-deleted = Le morceau est supprimé.
tracks-none = Vous n’avez pas de morceaux. Les applications peuvent en envoyer si vous l’autorisez.
tracks-no-more = Il n’y a pas d’autres morceaux.
tracks-lead = Vous les modifiez dans les applications. Ce n’est qu’ici que vous pouvez supprimer n’importe lequel : une application ne supprime que les morceaux qu’elle a ajoutés, et masque les autres.
tracks-hidden = Masqué : vous seul le voyez
tracks-public = Public
tracks-gated = Restreint : des serveurs d’accès décident qui peut l’écouter
tracks-share = Partager
share-link = Lien vers sa page
share-code = Code pour le lire dans une page web
share-copy = Copier
share-copied = Copié
share-selected = Sélectionné : copiez-le avec le clavier
tracks-delete = Supprimer
tracks-delete-what = Il ne pourra plus être lu ni restauré.
tracks-delete-button = Supprimer définitivement
tracks-older = Morceaux plus anciens
tracks-newest = Morceaux les plus récents

## A track's page, and its player in a page of another site

track-duration = Durée :
track-play = Lire
track-gated = Le propriétaire décide qui peut écouter ce morceau.
track-sites = Il peut être lu sur :
track-checking = Vérification de votre droit d’écoute…
track-needs-script = Pour lire ce morceau, autorisez JavaScript.
track-elsewhere = Ce morceau ne peut pas être lu ici. Écoutez-le sur le site ou dans l’application où son propriétaire le propose.
track-failed = Le morceau ne peut pas être lu pour le moment. Réessayez plus tard.
track-closed-country = Ce morceau ne peut pas être lu dans votre pays.
track-closed-country-unknown = Votre pays ne peut pas être déterminé, et ce morceau n’est lu que dans certains pays.
track-closed-group = Ce morceau est réservé aux membres d’un groupe.
track-closed-opens = Ce morceau sera disponible le { $time }.
track-closed-over = Ce morceau ne peut plus être lu.
track-closed-paid = Ce morceau est réservé aux personnes qui l’ont acheté.
track-closed-sign-in = Pour écouter, connectez-vous sur le site ou dans l’application où son propriétaire le propose.
track-closed-site = Ce morceau ne peut pas être lu sur ce site.
track-closed-verified = Ce morceau est réservé aux comptes vérifiés.
track-closed-other = Vous ne pouvez pas écouter ce morceau.
track-buy = Acheter sur { $host }
track-join = Demander à rejoindre sur { $host }
embed-open = Ouvrir sur { $service }
embed-nowhere = Aucun site ne peut intégrer ce morceau : sa règle n’en autorise aucun, ou son serveur d’accès n’a pas indiqué lesquels.
embed-missing = Ce morceau n’existe pas

## Errors

broken-link = Ce lien de connexion ne fonctionne pas
broken-link-text = Rien n’a été partagé. Fermez cette page et prévenez le développeur de l’application.
stale-form = Veuillez recommencer
stale-form-text = Le formulaire a expiré, a déjà été envoyé ou appartient à une autre connexion. Rien n’a été modifié. Recommencez, et autorisez les cookies pour cette page.
stale-form-button = Recommencer
no-form = Rien n’a été fait
no-form-text = La requête n’a pas été envoyée par un formulaire de cette page. Revenez en arrière et réessayez.
no-decision = Rien n’a été décidé
no-decision-text = Le formulaire ne contient pas de décision. Revenez en arrière et choisissez à nouveau.
rate-limited = Un instant, s’il vous plaît
rate-limited-text = Vous ou votre réseau avez envoyé trop de requêtes. Attendez quelques secondes et réessayez.
rate-limited-button = Réessayer
export-running-text = Un autre de vos téléchargements est en cours, ou il y en a trop. Réessayez dans quelques minutes.
too-many-apps = Trop d’applications sont connectées
too-many-apps-text = Votre compte a autant de connexions qu’il peut en avoir. Retirez les applications que vous n’utilisez plus, puis reconnectez-vous.
no-space = Pas de nouvelles connexions pour le moment
no-space-text = Le service n’a plus de place pour des connexions. Les applications connectées continuent de fonctionner. Réessayez plus tard.
sign-up-closed = Les inscriptions sont fermées
sign-up-closed-text = Seul l’opérateur de ce service peut créer des comptes. Demandez-lui-en un.
internal = Une erreur s’est produite
internal-text = Rien n’a été partagé. Attendez un instant et réessayez.
not-found = Page introuvable
not-found-text = L’adresse est incorrecte, ou la page a été supprimée.
no-app = Application introuvable
no-app-text = L’application a été supprimée, ou elle appartient à un autre compte.

## Times

date-time = { $day ->
        [1] 1er
       *[other] { $day }
    } { $month ->
        [1] janvier
        [2] février
        [3] mars
        [4] avril
        [5] mai
        [6] juin
        [7] juillet
        [8] août
        [9] septembre
        [10] octobre
        [11] novembre
       *[12] décembre
    } { $year }, { $time } UTC
just-now = à l’instant
minutes-ago = { $count ->
        [1] il y a 1 minute
       *[other] il y a { $count } minutes
    }
hours-ago = { $count ->
        [1] il y a 1 heure
       *[other] il y a { $count } heures
    }
days-ago = { $count ->
        [1] il y a 1 jour
       *[other] il y a { $count } jours
    }
