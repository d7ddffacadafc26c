# Español. Tratamiento: usted. El orden es el de en.ftl.

## Every page

nav-label = Su cuenta
confirm-button = Para confirmar, pulse «{ $button }» una vez más.
nav-profile = Perfil
nav-tracks = Sus pistas
nav-connected-apps = Aplicaciones conectadas
nav-apps = Sus aplicaciones
nav-access-servers = Servidores de acceso
sign-out = Cerrar sesión
sign-in = Iniciar sesión
create-account = Crear una cuenta
verified-title = Verificado
verified = verificado
app-calls-itself = Se presenta como «{ $app }». Este nombre no está verificado.
back-to-app = Volver a { $app }
link-leads-to = Esta aplicación no está verificada. El enlace lleva a { $host }.

## Sign in, sign up

sign-in-to-continue = para continuar a { $app }
sign-in-lead = con su cuenta de música
sign-in-new = ¿Es nuevo aquí?
sign-up-lead = para su música
sign-up-have = ¿Ya tiene una cuenta?
sign-up-button = Crear cuenta
handle = Nombre de usuario
handle-rule = Con él inicia sesión, y los demás lo encuentran por él. Es público y no se puede cambiar.
name = Nombre
name-rule = Todos pueden verlo. Puede cambiarlo más tarde.
password = Contraseña
password-forgotten = ¿La ha olvidado?
password-show = Mostrar
password-hide = Ocultar
password-rule = Al menos 8 caracteres. Lo mejor son varias palabras.
password-stays = Su contraseña se queda aquí.
password-stays-from-app = La aplicación nunca la ve.

sign-in-mismatch = El nombre de usuario y la contraseña no coinciden. Compruebe ambos e inténtelo de nuevo.
sign-in-incomplete = Escriba su nombre de usuario y su contraseña.
sign-in-no-space = El servicio no puede iniciar sesiones en este momento porque no le queda espacio. Inténtelo más tarde.
sign-up-no-space = El servicio no puede crear cuentas en este momento porque no le queda espacio. Inténtelo más tarde.
too-many-attempts = Demasiados intentos. Espere { $minutes ->
        [1] un minuto
       *[other] { $minutes } minutos
    } e inténtelo de nuevo.
too-many-sign-ups = Demasiados registros desde su red. Espere { $minutes ->
        [1] un minuto
       *[other] { $minutes } minutos
    } e inténtelo de nuevo.
handle-characters = Un nombre de usuario tiene de 1 a 30 letras (a–z), cifras, «_», «-» o «.», y empieza por una letra o una cifra.
handle-reserved = { $handle } está reservado para el servicio. Elija otro nombre de usuario.
handle-taken = El nombre de usuario { $handle } ya está en uso. Elija otro.
name-empty = Escriba un nombre.
name-too-long = Un nombre tiene como máximo 50 caracteres.
name-characters = El nombre contiene caracteres invisibles o que cambian su dirección. Quítelos.
password-form = Una contraseña tiene al menos 8 caracteres y como máximo 1024 bytes, sin tabuladores ni otros caracteres de control.
password-common = Es una de las contraseñas más comunes, las primeras que prueban los atacantes. Elija otra.

## Consent

consent-continue = ¿Continuar a { $app }?
consent-allow = ¿Permitir { $app }?
consent-wants = { $app } quiere usar su cuenta
consent-known = Ya ha permitido esta aplicación antes, en { $host }.
consent-another-account = Usar otra cuenta
consent-not-you = ¿No es usted?
consent-scopes = Qué puede hacer
consent-lets = Esto permite a { $app }:
consent-writes = Puede hacerlo mientras usted no está, hasta que la quite. No puede cambiar su contraseña y nunca la ve.
consent-reads = No puede cambiar sus pistas, su biblioteca ni su cuenta, y nunca ve su contraseña.
consent-opens-app = Ambos botones abren la aplicación en { $host }.
consent-leads-to = Ambos botones llevan a { $host }.
consent-not-reviewed = Este servicio no ha revisado la aplicación, y el nombre lo eligió su desarrollador.
consent-know-address = Continúe solo si conoce esta dirección.
consent-deny = No permitir
consent-cancel = Cancelar
consent-approve = Permitir
consent-continue-as = Continuar como { $handle }
consent-signed-in = Ha iniciado sesión
consent-nothing-shared = No se ha compartido nada
consent-close = Puede cerrar esta ventana.
consent-needs-script = Para permitir hace falta JavaScript, que impide que otras páginas lo hagan permitir con engaños.

scope-profile = ver su perfil: nombre, nombre de usuario e imagen
scope-library = ver las pistas de su biblioteca
scope-own-tracks = ver sus propias pistas y archivos subidos, también los ocultos, y cuántas veces se reproducen sus pistas
scope-play = reproducir las pistas que usted puede escuchar, decir a sus servidores de acceso quién es usted y aceptar invitaciones allí
scope-upload = subir pistas en su nombre y eliminar archivos subidos que ninguna pista usa
scope-change = cambiar todas sus pistas, no solo las que añadió: título, texto, género y portada
scope-gate = restringir el acceso a todas sus pistas y hacer públicas para todos las restringidas
scope-hide = ocultar todas sus pistas
scope-delete = eliminar para siempre las pistas que añadió
scope-access = decidir en los servidores de acceso quién puede escuchar sus pistas
scope-save = añadir pistas a su biblioteca y quitarlas

## After a login

response-reason = { $app } recibe el motivo. Si no se abre, use el botón.
response-opens = Se abre la aplicación en { $host }.

end-session-question = ¿Cerrar la sesión de su cuenta?
end-session-still = Su sesión sigue abierta aquí, así que el próximo inicio de sesión en una aplicación en este navegador no necesita contraseña.
end-session-stay = Mantener la sesión
end-session-leads-back = Ambos botones llevan de vuelta a { $app } en { $host }.
end-session-own-tab = Para volver a una aplicación, use su propia pestaña o ventana.
end-session-done-title = Sesión cerrada
end-session-done = Ha cerrado la sesión
end-session-no-user = Ningún usuario tiene sesión en este servicio en este navegador.
end-session-again = Iniciar sesión de nuevo

## Home

home-title = Cuentas de música
home-heading = Inicie sesión en aplicaciones con su cuenta de música
home-lead = Este es un servicio de { $service }. Guarda las cuentas y le pregunta antes de que una aplicación pueda usar la suya. Las aplicaciones nunca ven su contraseña.
home-account = Perfil, contraseña, pistas y las aplicaciones que pueden actuar por usted
home-sign-up = Un nombre de usuario, un nombre y una contraseña
home-developers = Para desarrolladores
home-register = Registrar una aplicación en la que inician sesión los usuarios
home-api = API HTTP
home-openapi = El documento OpenAPI de este servicio
home-contact = ¿Preguntas? Escriba a { $link }.

## Connected apps

connected-removed = La aplicación se ha quitado. Ya no puede actuar por usted y debe preguntar antes de volver a hacerlo.
connected-none = Ninguna aplicación puede actuar por usted. Cada una debe preguntarle antes.
connected-no-more = No hay más aplicaciones.
connected-lead = Estas aplicaciones pueden actuar por usted. Si quita una, su sesión se cierra al momento.
connected-can = Puede:
connected-since = Permitida desde
connected-last-active = Última actividad
connected-never = nunca
connected-status = Estado
connected-signed-in = con sesión abierta
connected-server = sin sesión, pero su servidor aún puede actuar por usted
connected-signed-out = sin sesión
connected-remove = Quitar
connected-more = Más aplicaciones
connected-first = Primeras aplicaciones

## Your account

account-heading = Su cuenta
account-name-rule = Todos pueden verlo. Su nombre de usuario, { $handle }, no cambia.
account-save-name = Guardar nombre
account-picture = Imagen
account-picture-rule = Un archivo PNG o JPEG de 5 MB como máximo. Se recorta en forma cuadrada y se quitan su lugar y su fecha.
account-save-picture = Guardar imagen
account-remove-picture = Quitar imagen
account-current-password = Contraseña actual
account-new-password = Contraseña nueva
account-new-password-rule = Al menos 8 caracteres. Se cerrará su sesión en todos los demás navegadores.
account-sign-out-apps = Cerrar sesión también en todas las aplicaciones
account-change-password = Cambiar contraseña
account-everywhere = Cerrar sesión en todas partes
account-everywhere-what = Cierra su sesión en todos los navegadores, incluido este, y en todas las aplicaciones. Las aplicaciones siguen conectadas. Puede quitarlas en { $link }.
account-everywhere-servers = Los servidores de las aplicaciones tampoco pueden actuar por mí hasta que vuelva a iniciar sesión en la aplicación
account-delete-heading = Eliminar su cuenta
account-delete-what = Después de una semana, su perfil, sus pistas, su biblioteca, sus archivos subidos y sus aplicaciones de desarrollador se eliminan para siempre, y su nombre de usuario nunca se da a otra persona. Hasta entonces puede deshacerlo iniciando sesión. Mientras tanto, su sesión está cerrada, sus pistas están ocultas y ninguna aplicación actúa por usted.
account-download = { $link } antes: perfil, pistas con audio, biblioteca.
account-download-link = Descargue sus datos
account-delete = Eliminar mi cuenta
account-delete-button = Eliminar en una semana
account-name-changed = Su nombre ha cambiado.
account-picture-changed = Su imagen ha cambiado.
account-picture-removed = Su imagen se ha quitado.
account-password-changed = Su contraseña ha cambiado. Se ha cerrado su sesión en todos los demás navegadores.
account-password-wrong = La contraseña es incorrecta. Inténtelo de nuevo.

picture-none = Elija primero una imagen: un archivo PNG o JPEG.
picture-too-large = La imagen ocupa más de 5 MB. Elija una más pequeña.
picture-too-many-pixels = La imagen tiene demasiados píxeles. Elija una más pequeña.
picture-format = El archivo no es una imagen PNG o JPEG. Elija otro.
picture-damaged = El archivo está dañado. Elija otra imagen.
picture-too-many = Demasiadas imágenes. Espere { $minutes ->
        [1] un minuto
       *[other] { $minutes } minutos
    } e inténtelo de nuevo.
picture-busy = El servicio está procesando muchas imágenes. Inténtelo de nuevo en un momento.
picture-storage-full = El servicio no tiene espacio para imágenes. Inténtelo más tarde.

## Deletion

deletion-title = Su cuenta se eliminará
deletion-heading = { $handle } se eliminará
deletion-on = El { $date }, con todas las pistas, la biblioteca y las aplicaciones de desarrollador. Hasta entonces, su sesión está cerrada, ninguna aplicación actúa por usted y sus pistas están ocultas.
deletion-keep = Conservar mi cuenta
deletion-keep-what = Sus pistas vuelven a aparecer entonces. Su sesión sigue cerrada en todos los navegadores y aplicaciones: vuelva a iniciarla donde quiera.
deletion-sign-in = Para conservar la cuenta, { $link } antes de ese día.
deletion-sign-in-link = inicie sesión

## Reset the password

reset-title = Establecer una contraseña nueva
reset-lead = Después se cierra su sesión en todas partes y la inicia con ella.
reset-needs-link = Para esto necesita un enlace. Pida uno a { $link }: es válido durante 30 minutos. Ábralo o escriba aquí su código.
reset-needs-operator = Para esto necesita un enlace. Pida uno al operador de este servicio: es válido durante 30 minutos. Ábralo o escriba aquí su código.
reset-code = Código
reset-code-rule = La parte de su enlace después de #.
reset-button = Establecer contraseña
reset-back = Volver al inicio de sesión
reset-link-invalid = Este enlace ya se usó, es demasiado antiguo o está incompleto. Pida otro.

## Your tracks

tracks-deleted = La pista se ha eliminado.
tracks-none = No tiene pistas. Las aplicaciones pueden subirlas si usted lo permite.
tracks-no-more = No hay más pistas.
tracks-lead = Se cambian en las aplicaciones. Solo aquí puede eliminar cualquiera de ellas: una aplicación elimina solo las pistas que añadió y oculta las demás.
tracks-hidden = Oculta: solo usted la ve
tracks-public = Pública
tracks-gated = Restringida: los servidores de acceso deciden quién puede escucharla
tracks-share = Compartir
share-link = Enlace a su página
share-code = Código que la reproduce en una página web
share-copy = Copiar
share-copied = Copiado
share-selected = Seleccionado: cópielo con el teclado
tracks-delete = Eliminar
tracks-delete-what = Ya no se podrá reproducir ni restaurar.
tracks-delete-button = Eliminar para siempre
tracks-older = Pistas más antiguas
tracks-newest = Pistas más recientes

## A track's page, and its player in a page of another site

track-duration = Duración:
track-play = Reproducir
track-gated = El propietario decide quién puede escuchar esta pista.
track-sites = Se reproduce en:
track-checking = Comprobando si puede escucharla…
track-needs-script = Para reproducir esta pista, permita JavaScript.
track-elsewhere = Esta pista no se puede reproducir aquí. Escúchela en el sitio o en la aplicación donde la ofrece su propietario.
track-failed = La pista no se puede reproducir en este momento. Inténtelo más tarde.
track-closed-country = Esta pista no se puede reproducir en su país.
track-closed-country-unknown = No se puede determinar su país, y la pista solo se reproduce en algunos países.
track-closed-group = Esta pista es para los miembros de un grupo.
track-closed-opens = Esta pista se abre el { $time }.
track-closed-over = Esta pista ya no se puede reproducir.
track-closed-paid = Esta pista es para quienes la han comprado.
track-closed-sign-in = Para escucharla, inicie sesión en el sitio o en la aplicación donde la ofrece su propietario.
track-closed-site = Esta pista no se puede reproducir en este sitio.
track-closed-verified = Esta pista es para cuentas verificadas.
track-closed-other = No puede escuchar esta pista.
track-buy = Comprar en { $host }
track-join = Pedir la entrada en { $host }
embed-open = Abrir en { $service }
embed-nowhere = Ningún sitio puede insertar esta pista: su regla no permite ninguno, o su servidor de acceso no ha indicado cuáles.
embed-missing = Esta pista no existe

## Errors

broken-link = Este enlace de inicio de sesión no funciona
broken-link-text = No se ha compartido nada. Cierre esta página y avise al desarrollador de la aplicación.
stale-form = Inténtelo de nuevo
stale-form-text = El formulario caducó, ya se envió o pertenece a otro inicio de sesión. No se ha cambiado nada. Empiece de nuevo y permita las cookies de esta página.
stale-form-button = Empezar de nuevo
no-form = No se ha hecho nada
no-form-text = La solicitud no se envió con un formulario de esta página. Vuelva atrás e inténtelo de nuevo.
no-decision = No se ha decidido nada
no-decision-text = El formulario no tiene ninguna decisión. Vuelva atrás y elija de nuevo.
rate-limited = Un momento, por favor
rate-limited-text = Usted o su red han enviado demasiadas solicitudes. Espere unos segundos e inténtelo de nuevo.
rate-limited-button = Intentar de nuevo
export-running-text = Hay otra descarga suya en curso, o hay demasiadas. Inténtelo de nuevo en unos minutos.
too-many-apps = Hay demasiadas aplicaciones conectadas
too-many-apps-text = Su cuenta tiene todos los inicios de sesión que puede tener. Quite las aplicaciones que ya no usa y vuelva a iniciar sesión.
no-space = De momento no hay nuevos inicios de sesión
no-space-text = Al servicio no le queda espacio para inicios de sesión. Las aplicaciones con sesión abierta siguen funcionando. Inténtelo más tarde.
sign-up-closed = El registro está cerrado
sign-up-closed-text = Solo el operador de este servicio puede crear cuentas. Pídale una.
internal = Algo ha fallado
internal-text = No se ha compartido nada. Espere un momento e inténtelo de nuevo.
not-found = Página no encontrada
not-found-text = La dirección es incorrecta o la página se ha quitado.
no-app = Aplicación no encontrada
no-app-text = La aplicación se ha eliminado o pertenece a otra cuenta.

## Times

date-time = { $day } de { $month ->
        [1] enero
        [2] febrero
        [3] marzo
        [4] abril
        [5] mayo
        [6] junio
        [7] julio
        [8] agosto
        [9] septiembre
        [10] octubre
        [11] noviembre
       *[12] diciembre
    } de { $year }, { $time } UTC
just-now = ahora mismo
minutes-ago = { $count ->
        [1] hace 1 minuto
       *[other] hace { $count } minutos
    }
hours-ago = { $count ->
        [1] hace 1 hora
       *[other] hace { $count } horas
    }
days-ago = { $count ->
        [1] hace 1 día
       *[other] hace { $count } días
    }
