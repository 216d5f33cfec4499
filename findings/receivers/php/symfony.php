<?php
use Symfony\Component\EventDispatcher\EventDispatcher;
use Symfony\Component\HttpFoundation\JsonResponse;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\RequestStack;
use Symfony\Component\HttpFoundation\Response;
use Symfony\Component\HttpKernel\Controller\ArgumentResolver;
use Symfony\Component\HttpKernel\Controller\ControllerResolver;
use Symfony\Component\HttpKernel\EventListener\RouterListener;
use Symfony\Component\HttpKernel\Exception\HttpExceptionInterface;
use Symfony\Component\HttpKernel\HttpKernel;
use Symfony\Component\HttpKernel\KernelEvents;
use Symfony\Component\Routing\Matcher\UrlMatcher;
use Symfony\Component\Routing\RequestContext;
use Symfony\Component\Routing\Route;
use Symfony\Component\Routing\RouteCollection;

require '/usr/share/php/Symfony/Component/HttpKernel/autoload.php';
require '/usr/share/php/Symfony/Component/Routing/autoload.php';

$readers = [
    '/list' => fn (Request $request) => new JsonResponse(['value' => $request->query->all('a')]),
    '/object' => fn (Request $request) => new JsonResponse(['value' => $request->query->all('age')]),
    '/form/{name}' => fn (Request $request, string $name) => new JsonResponse(['value' => $request->request->all($name)]),
    '/multipart' => function (Request $request) {
        $files = [];
        foreach (array_filter($request->files->all()) as $field => $file) {
            $files[] = [$field, $file->getClientOriginalName(), $file->getClientMimeType(), $file->getContent()];
        }
        return new JsonResponse(['value' => ['fields' => (object) $request->request->all(), 'files' => $files]]);
    },
    '/x/{id}' => fn (string $id) => new JsonResponse(['value' => $id]),
];
$routes = new RouteCollection();
foreach ($readers as $path => $reader) {
    $routes->add($path, new Route($path, ['_controller' => $reader]));
}
$reader = fn (Request $request) => new JsonResponse(['value' => $request->toArray()]);
$routes->add('/query', new Route('/query', ['_controller' => $reader], methods: ['QUERY']));
$events = new EventDispatcher();
$stack = new RequestStack();
$events->addSubscriber(new RouterListener(new UrlMatcher($routes, new RequestContext()), $stack));
// The status that Symfony's own error page has.
$events->addListener(KernelEvents::EXCEPTION, function ($event) {
    $error = $event->getThrowable();
    $event->setResponse(new Response('', $error instanceof HttpExceptionInterface ? $error->getStatusCode() : 500));
});
$kernel = new HttpKernel($events, new ControllerResolver(), $stack, new ArgumentResolver());
$kernel->handle(Request::createFromGlobals())->send();
